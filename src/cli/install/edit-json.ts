import { isDeepStrictEqual } from 'node:util';
import { applyEdits, modify } from 'jsonc-parser';
import { InstallError } from './install-error.ts';
import { parseJsonc, valueOf, type JsonNode } from './jsonc.ts';

type JsonObject = JsonNode & { readonly kind: 'object' };

/**
 * The text with one entry set below one of its members: `{"mcpServers": {"visibility": …}}`. Whatever else is in it
 * stays byte for byte, comments and line ends included. An empty text counts as an empty object.
 *
 * @throws InstallError where the text is no JSON object, or holds something else in that place
 */
export function withJsonEntry(
  text: string,
  list: string,
  name: string,
  entry: Readonly<Record<string, unknown>>,
): string {
  const source = text.replace(/^\uFEFF/, '').trim() === '' ? '{}\n' : text;
  const root = parseJsonc(source);
  if (root.kind !== 'object') throw new InstallError('it is JSON, but no object');
  const layout = layoutOf(source, root);
  const servers = member(root, list)?.value;
  if (servers && servers.kind !== 'object') throw new InstallError(`"${list}" in it is no object`);
  const present = servers && member(servers, name)?.value;
  if (present && isDeepStrictEqual(valueOf(present), entry)) return source;
  const edited = present
    ? replaced(source, present, layout.shown(entry, columnOf(source, present.start)))
    : servers
      ? withMember(source, servers, name, entry, layout)
      : withMember(source, root, list, { [name]: entry }, layout);
  const before = valueOf(root) as Record<string, object>;
  verify(edited, { ...before, [list]: { ...before[list], [name]: entry } });
  return edited;
}

/** The entry called `name` below a member of the text; undefined where there is none. Throws as `withJsonEntry` does. */
export function jsonEntry(text: string, list: string, name: string): Readonly<Record<string, unknown>> | undefined {
  if (text.replace(/^\uFEFF/, '').trim() === '') return undefined;
  const root = parseJsonc(text);
  if (root.kind !== 'object') throw new InstallError('it is JSON, but no object');
  const servers = member(root, list)?.value;
  const entry = servers?.kind === 'object' ? member(servers, name)?.value : undefined;
  return entry?.kind === 'object' ? (valueOf(entry) as Record<string, unknown>) : undefined;
}

/** The text without that entry. The member that held it stays, also when it is empty then. Throws as `withJsonEntry` does. */
export function withoutJsonEntry(text: string, list: string, name: string): string {
  if (!jsonEntry(text, list, name)) return text;
  const edited = applyEdits(text, modify(text, [list, name], undefined, {}));
  const before = valueOf(parseJsonc(text)) as Record<string, Record<string, unknown>>;
  const { [name]: _, ...others } = before[list] ?? {};
  verify(edited, { ...before, [list]: others });
  return edited;
}

/** Of members by one name, parsers take the last. */
const member = ({ members }: JsonObject, name: string) => members.findLast(({ key }) => key === name);

const replaced = (text: string, { start, end }: { readonly start: number; readonly end: number }, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

function withMember(text: string, object: JsonObject, name: string, value: unknown, layout: Layout): string {
  const last = object.members.at(-1);
  const oneLine = !text.slice(object.start, object.end).includes('\n');
  if (last && oneLine)
    return replaced(
      text,
      { start: last.value.end, end: last.value.end },
      `, ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    );
  const column = columnOf(text, object.start) + layout.unit;
  const line = `${layout.eol}${column}${JSON.stringify(name)}: ${layout.shown(value, column)}`;
  // Comments after the last member belong to it: the new one comes below them.
  const inside = text.slice(0, object.end - 1).trimEnd();
  const head = last && !last.comma ? `${inside.slice(0, last.value.end)},${inside.slice(last.value.end)}` : inside;
  const rest = text.slice(inside.length);
  return head + line + (oneLine ? `${layout.eol}${columnOf(text, object.start)}${rest}` : rest);
}

interface Layout {
  readonly eol: string;
  readonly unit: string;
  /** A value over several lines, the first of which begins at `column`. */
  readonly shown: (value: unknown, column: string) => string;
}

function layoutOf(text: string, root: JsonObject): Layout {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const first = root.members[0];
  const unit = (first && columnOf(text, first.start)) || '  ';
  return { eol, unit, shown: (value, column) => JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${column}`) };
}

/** The blanks at the beginning of the line. */
const columnOf = (text: string, at: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';

/** Nothing is written that does not parse to exactly the intended value. */
function verify(text: string, expected: unknown): void {
  if (!isDeepStrictEqual(valueOf(parseJsonc(text)), expected))
    throw new InstallError('it is laid out in a way that cannot be edited safely');
}
