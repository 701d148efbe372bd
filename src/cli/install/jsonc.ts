import { InstallError } from './install-error.ts';

/** A value of a JSON text and where it stands in it: from `start` up to `end`, in UTF-16 units. */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'other'; readonly value: unknown }
);

export interface JsonMember {
  readonly key: string;
  /** Where the member begins: at its key. */
  readonly start: number;
  readonly value: JsonNode;
  /** Whether a comma follows, which after the last member is one too many for JSON. */
  readonly comma: boolean;
}

/** Blanks and comments, then one token. Numbers and words are told apart by JSON.parse. */
const trivia = /(?:[\s\uFEFF]+|\/\/[^\n\r]*|\/\*[^]*?\*\/)*/y;
const scalar = /"[^"\\\u0000-\u001F]*(?:\\.[^"\\\u0000-\u001F]*)*"|-?\d[\d.eE+-]*|true|false|null/y;

/**
 * Reads JSON as editors keep it: with comments, and commas after the last member. Positions are kept, so
 * that one member can be changed and every other byte stays.
 *
 * @throws InstallError for anything else, with the line it is on
 */
export function parseJsonc(text: string): JsonNode {
  let at = 0;

  const skip = (): string => {
    trivia.lastIndex = at;
    at += trivia.exec(text)?.[0].length ?? 0;
    return text[at] ?? '';
  };
  const fail = (): never => {
    throw new InstallError(`it is not valid JSON (line ${text.slice(0, at).split('\n').length})`);
  };
  const readScalar = (): unknown => {
    scalar.lastIndex = at;
    const [token] = scalar.exec(text) ?? fail();
    try {
      const read: unknown = JSON.parse(token);
      at += token.length;
      return read;
    } catch {
      return fail();
    }
  };
  /** The items of a list up to its closing bracket, each followed by a comma but for the last, which may be. */
  const readItems = (close: string, item: () => void, onComma: () => void): void => {
    at += 1;
    while (skip() !== close) {
      item();
      if (skip() === ',') {
        at += 1;
        onComma();
      } else if (text[at] !== close) fail();
    }
    at += 1;
  };
  const readNode = (): JsonNode => {
    const first = skip();
    const start = at;
    if (first === '{') {
      const members: { key: string; start: number; value: JsonNode; comma: boolean }[] = [];
      const readMember = () => {
        const from = at;
        const key = text[at] === '"' ? String(readScalar()) : fail();
        if (skip() !== ':') fail();
        at += 1;
        members.push({ key, start: from, value: readNode(), comma: false });
      };
      readItems('}', readMember, () => Object.assign(members.at(-1) ?? {}, { comma: true }));
      return { kind: 'object', start, end: at, members };
    }
    if (first === '[') {
      const items: unknown[] = [];
      readItems(']', () => items.push(valueOf(readNode())), () => {});
      return { kind: 'other', start, end: at, value: items };
    }
    const value = readScalar();
    return { kind: 'other', start, end: at, value };
  };

  const node = readNode();
  return skip() === '' ? node : fail();
}

/** What the text says, without where it says it. Of members by one name the last counts, as everywhere. */
export const valueOf = (node: JsonNode): unknown =>
  node.kind === 'object' ? Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)])) : node.value;
