import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, type TomlTable } from 'smol-toml';
import type { ClientEntry } from './client.ts';
import { InstallError, type Editor } from './editor.ts';

/** Edits the table `[list.name]`. An entry in another form than a table of its own is refused. */
export const tomlEditor: Editor = {
  find,
  hasList: (text, list) => Object.hasOwn(read(text), list),
  set,
  remove,
};

/** Replaces only that table and those below it; a new one goes to the end, where it cannot take keys away from another. */
function set(text: string, list: string, name: string, entry: ClientEntry): string {
  const before = read(text);
  const servers = before[list] ?? {};
  if (!isTable(servers)) throw new InstallError(`"${list}" in it is no table`);
  if (isDeepStrictEqual(plain(servers[name]), plain(entry))) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const table = stringify({ [list]: { [name]: entry } })
    .trim()
    .replaceAll('\n', eol);
  const blocks = blocksOf(text);
  const own = blocks.filter(({ path }) => path[0] === list && path[1] === name);
  const editedText =
    own.length > 0
      ? blocks.map((block, at) => keptLines(block, blocks[at + 1], own, table + eol)).join('')
      : appended(text, table, eol);
  if (!isDeepStrictEqual(plain(parseToml(editedText)), plain({ ...before, [list]: { ...servers, [name]: entry } }))) {
    throw new InstallError(`it does not write ${list}.${name} as a table of its own; change it by hand`);
  }
  return editedText;
}

function find(text: string, list: string, name: string): ClientEntry | undefined {
  const servers = read(text)[list];
  const entry = isTable(servers) ? servers[name] : undefined;
  return isTable(entry) ? (plain(entry) as ClientEntry) : undefined;
}

/** Removes the table, those below it, and a blank line that set it off. A list that is empty then disappears with it. */
function remove(text: string, list: string, name: string): string {
  if (!find(text, list, name)) return text;
  const before = read(text);
  const isOwn = ({ path }: Block): boolean => path[0] === list && path[1] === name;
  const blocks = blocksOf(text);
  let editedText = '';
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1];
    const part = isOwn(block) ? afterOwn(block, next !== undefined && isOwn(next)) : block.text;
    const isDoubleBlank =
      /(^|\n)\r?\n$/.test(editedText) && (/^\r?\n/.test(part) || (part === '' && next === undefined));
    editedText = (isOwn(block) && isDoubleBlank ? editedText.replace(/\r?\n$/, '') : editedText) + part;
  }
  const { [name]: _, ...others } = before[list] as TomlTable;
  const expected = { ...before, [list]: others };
  // Where this was the only server, the list itself has disappeared with it.
  if (!isDeepStrictEqual({ [list]: {}, ...(plain(parseToml(editedText)) as object) }, plain(expected))) {
    throw new InstallError(`it does not write ${list}.${name} as a table of its own; change it by hand`);
  }
  return editedText;
}

function read(text: string): TomlTable {
  try {
    return parse(text);
  } catch (error) {
    const line = error instanceof Error && 'line' in error ? ` (line ${String(error.line)})` : '';
    throw new InstallError(`it is not valid TOML${line}`);
  }
}

function parseToml(text: string): TomlTable | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

interface Block {
  /** The keys of its header; none for the lines above the first header. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The text in pieces that begin with a table's header. All of them together are the text. */
function blocksOf(text: string): Block[] {
  const blocks: { path: readonly string[]; text: string }[] = [{ path: [], text: '' }];
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const path = headerOf(line);
    if (path) blocks.push({ path, text: line });
    else Object.assign(blocks.at(-1) ?? {}, { text: (blocks.at(-1)?.text ?? '') + line });
  }
  return blocks;
}

/** The keys of a line that is a table's header. A misjudged line would show when the edited text is parsed again. */
function headerOf(line: string): readonly string[] | undefined {
  if (!line.trimStart().startsWith('[')) return undefined;
  let table: unknown;
  try {
    table = parse(line);
  } catch {
    return undefined;
  }
  const path: string[] = [];
  for (;;) {
    const within = Array.isArray(table) ? (table as unknown[])[0] : table;
    const [key] = isTable(within) ? Object.keys(within) : [];
    if (key === undefined) return path;
    path.push(key);
    table = (within as TomlTable)[key];
  }
}

/** The block as it stays: the first of the entry's own blocks is replaced, the others are dropped. Comments at a block's end stay, since they are about the next block. */
function keptLines(block: Block, next: Block | undefined, own: readonly Block[], table: string): string {
  if (!own.includes(block)) return block.text;
  return (block === own[0] ? table : '') + afterOwn(block, next !== undefined && own.includes(next));
}

/** The part of one of the entry's blocks that stays: comments at its end. Blank lines between two such blocks are dropped. */
function afterOwn(block: Block, isNextOwn: boolean): string {
  const rest = afterLastLine(block);
  return isNextOwn && rest.trim() === '' ? '' : rest;
}

/** The text below a block's last line that is neither blank nor a comment. */
function afterLastLine({ text }: Block): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => !/^\s*(#.*)?$/.test(line));
  return lines.slice(last + 1).join('\n');
}

function appended(text: string, table: string, eol: string): string {
  if (text.trim() === '') return `${table}${eol}`;
  // `remove` removes this blank line together with the table.
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${table}${eol}`;
}

const isTable = (value: unknown): value is TomlTable =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The parser's tables have no prototype, which would make them unequal to ours. */
const plain = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : (JSON.parse(
        JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)),
      ) as unknown);
