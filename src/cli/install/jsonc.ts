import { createScanner, getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser';
import { InstallError } from './editor.ts';

/** A value of a JSON text and its place there: from `start` up to `end`, in UTF-16 code units. */
export type JsonNode = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'object'; readonly members: readonly JsonMember[] }
  | { readonly kind: 'other'; readonly value: unknown }
);

export interface JsonMember {
  readonly key: string;
  /** Where the member begins: at its key. */
  readonly start: number;
  readonly value: JsonNode;
  /** The place of the comma that follows; after the last member only where the file has one that JSON does not allow. */
  readonly comma: number | undefined;
}

/**
 * Reads JSON as editors keep it: with comments, and commas after the last member. Positions are kept, so
 * that one member can be changed and every other byte stays.
 *
 * @throws InstallError for anything else, with the line it is on
 */
export function parseJsonc(text: string): JsonNode {
  const errors: ParseError[] = [];
  // A byte order mark keeps its place: positions count from the start of the text.
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (!root || error)
    throw new InstallError(`it is not valid JSON (line ${text.slice(0, error?.offset).split('\n').length})`);
  return toNode(text, root);
}

function toNode(text: string, node: Node): JsonNode {
  const [start, end] = [node.offset, node.offset + node.length];
  if (node.type !== 'object') return { start, end, kind: 'other', value: getNodeValue(node) };
  const members = (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    key && value
      ? [
          {
            key: String(key.value),
            start: key.offset,
            value: toNode(text, value),
            comma: commaAfter(text, value.offset + value.length),
          },
        ]
      : [],
  );
  return { start, end, kind: 'object', members };
}

function commaAfter(text: string, at: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(at);
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
}

/** The value a node stands for. Of members by one name, the last counts. */
export const valueOf = (node: JsonNode): unknown =>
  node.kind === 'object' ? Object.fromEntries(node.members.map(({ key, value }) => [key, valueOf(value)])) : node.value;
