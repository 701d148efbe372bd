import { isDeepStrictEqual } from 'node:util';
import { isCollection, isMap, isNode, isPair, parseDocument, stringify, type Document, type Pair } from 'yaml';
import type { ClientEntry } from './client.ts';
import { InstallError, type Editor } from './editor.ts';

/** Edits a mapping. Of a list that is written in braces only comments and the order of keys stay, not every byte. */
export const yamlEditor: Editor = {
  find,
  hasList: (text, list) => Object.hasOwn(asObject(read(text, list)), list),
  set,
  remove,
};

function find(text: string, list: string, name: string): ClientEntry | undefined {
  const entry = entriesOf(read(text, list), list)[name];
  return typeof entry === 'object' && entry !== null ? (entry as ClientEntry) : undefined;
}

function set(text: string, list: string, name: string, entry: ClientEntry): string {
  if (isDeepStrictEqual(find(text, list, name), entry)) return text;
  const document = read(text, list);
  const expected = { ...asObject(document), [list]: { ...entriesOf(document, list), [name]: entry } };
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const toYaml = (value: object, indent: number): string =>
    stringify(value, { lineWidth: 0 }).trimEnd().replaceAll(/^/gm, ' '.repeat(indent)).replaceAll('\n', eol) + eol;
  const makeEdit = (): string => {
    const listPair = pairOf(document.contents, list);
    if (!listPair) return withLineEnd(text, eol) + toYaml({ [list]: { [name]: entry } }, 0);
    const last = isMap(listPair.value) ? listPair.value.items.at(-1) : undefined;
    if (!last) {
      // Nothing or `{}` stands behind the list's name.
      const { start, end } = linesOf(text, listPair);
      const line = text.slice(start, end).replace(/^([^:]*:)\s*\{\s*\}/, '$1');
      return text.slice(0, start) + withLineEnd(line, eol) + toYaml({ [name]: entry }, 2) + text.slice(end);
    }
    const own = pairOf(listPair.value, name);
    const { start, end } = linesOf(text, own ?? last);
    return (
      text.slice(0, own ? start : end).replace(/[^\n]$/, `$&${eol}`) +
      toYaml({ [name]: entry }, columnOf(text, last)) +
      text.slice(end)
    );
  };
  return verified(makeEdit, expected) ?? (document.setIn([list, name], document.createNode(entry)), asText(document));
}

function remove(text: string, list: string, name: string, keepList: boolean): string {
  const document = read(text, list);
  const { [name]: own, ...rest } = entriesOf(document, list);
  if (own === undefined) return text;
  const { [list]: _, ...others } = asObject(document);
  const isEmptied = Object.keys(rest).length === 0;
  const expected = isEmptied && !keepList ? others : { ...others, [list]: rest };
  const makeEdit = (): string => {
    const listPair = pairOf(document.contents, list);
    const entry = pairOf(listPair?.value, name);
    if (!listPair || !entry) return text;
    const lines = linesOf(text, entry);
    if (!isEmptied) return text.slice(0, lines.start) + text.slice(lines.end);
    const start = startOf(listPair);
    const head = text.slice(start, lines.start);
    return (
      text.slice(0, start) + (keepList ? head.replace(':', ': {}') : withoutFirstLine(head)) + text.slice(lines.end)
    );
  };
  return (
    verified(makeEdit, expected) ??
    (document.deleteIn(isEmptied && !keepList ? [list] : [list, name]), asText(document))
  );
}

/** The edited text, if it parses to exactly the expected value. */
function verified(edit: () => string, expected: object): string | undefined {
  const text = edit();
  const document = parseDocument(text, { logLevel: 'error' });
  return document.errors.length === 0 && isDeepStrictEqual(asObject(document), expected) ? text : undefined;
}

const asObject = (document: Document): ClientEntry => (document.toJS() as ClientEntry | null) ?? {};

const asText = (document: Document): string => document.toString({ lineWidth: 0 });

const entriesOf = (document: Document, list: string): ClientEntry =>
  (asObject(document)[list] as ClientEntry | null | undefined) ?? {};

const pairOf = (map: unknown, name: string): Pair | undefined =>
  isMap(map) ? map.items.find(({ key }) => (isNode(key) ? key.toJSON() : key) === name) : undefined;

/** The text, with a line end after its last line. */
const withLineEnd = (text: string, eol: string): string => (text === '' || text.endsWith('\n') ? text : text + eol);

/** The text without its first line. A comment on that line stays as a line of its own. */
const withoutFirstLine = (text: string): string => text.replace(/^[^\n#]*(#[^\n]*\n)?\n?/, '$1');

interface Lines {
  readonly start: number;
  /** After the end of the last line. */
  readonly end: number;
}

/** The lines that a pair is on, without comments and blank lines below it. */
function linesOf(text: string, pair: Pair): Lines {
  const content = text.slice(0, endOf(pair)).trimEnd().length;
  const newline = text.indexOf('\n', content);
  return { start: text.lastIndexOf('\n', startOf(pair)) + 1, end: newline === -1 ? text.length : newline + 1 };
}

const columnOf = (text: string, pair: Pair): number => startOf(pair) - linesOf(text, pair).start;

const startOf = ({ key }: Pair): number => (isNode(key) ? (key.range?.[0] ?? 0) : 0);

/** Where the content of a value ends, comments after it excluded. */
function endOf(value: unknown): number {
  if (isPair(value)) return Math.max(endOf(value.key), endOf(value.value));
  const last = isCollection(value) && !value.flow ? value.items.at(-1) : undefined;
  return last === undefined ? (isNode(value) ? (value.range?.[1] ?? 0) : 0) : endOf(last);
}

function read(text: string, list: string): Document {
  const document = parseDocument(text, { logLevel: 'error' });
  const [error] = document.errors;
  if (error) throw new InstallError(`it is not valid YAML (line ${error.linePos?.[0].line ?? 1})`);
  if (document.contents !== null && !isMap(document.contents)) throw new InstallError('it is YAML, but no mapping');
  const servers = document.get(list);
  if (servers !== undefined && servers !== null && !isMap(servers))
    throw new InstallError(`"${list}" in it is no mapping`);
  return document;
}
