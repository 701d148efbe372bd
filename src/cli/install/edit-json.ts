import { isDeepStrictEqual } from 'node:util';
import type { ClientEntry } from './client.ts';
import { InstallError, type Editor } from './editor.ts';
import { parseJsonc, valueOf, type JsonNode } from './jsonc.ts';

type JsonObject = JsonNode & { readonly kind: 'object' };

/** Edits `{"mcpServers": {"visibility": …}}`. An empty text counts as an empty object. */
export const jsonEditor: Editor = { find, hasList, set, remove };

function set(text: string, list: string, name: string, entry: ClientEntry): string {
  const source = isEmpty(text) ? '{}\n' : text;
  const root = rootOf(source);
  const layout = layoutOf(source, root);
  const servers = member(root, list)?.value;
  if (servers && servers.kind !== 'object') throw new InstallError(`"${list}" in it is no object`);
  const present = servers && member(servers, name)?.value;
  if (present && isDeepStrictEqual(valueOf(present), entry)) return source;
  const editedText = present
    ? replaced(source, present, layout.shown(entry, columnOf(source, present.start)))
    : servers
      ? withMember(source, servers, name, entry, layout)
      : withMember(source, root, list, { [name]: entry }, layout);
  const before = valueOf(root) as Record<string, object>;
  verify(editedText, { ...before, [list]: { ...before[list], [name]: entry } });
  return editedText;
}

function find(text: string, list: string, name: string): ClientEntry | undefined {
  if (isEmpty(text)) return undefined;
  const servers = member(rootOf(text), list)?.value;
  const entry = servers?.kind === 'object' ? member(servers, name)?.value : undefined;
  return entry?.kind === 'object' ? (valueOf(entry) as ClientEntry) : undefined;
}

function hasList(text: string, list: string): boolean {
  return !isEmpty(text) && member(rootOf(text), list) !== undefined;
}

function remove(text: string, list: string, name: string, keepList: boolean): string {
  if (!find(text, list, name)) return text;
  const root = rootOf(text);
  const servers = member(root, list)?.value as JsonObject;
  const withoutEntry = withoutMember(text, servers, name);
  const { [list]: listed, ...others } = valueOf(root) as Record<string, Record<string, unknown>>;
  const { [name]: _, ...rest } = listed ?? {};
  if (Object.keys(rest).length === 0 && !keepList) {
    const rest = rootOf(withoutEntry);
    const emptied = member(rest, list)?.value as JsonObject;
    // A list with a comment in it stays: somebody wrote the comment.
    if (withoutEntry.slice(emptied.start, emptied.end) === '{}') {
      const editedText = withoutMember(withoutEntry, rest, list);
      verify(editedText, others);
      return editedText;
    }
  }
  verify(withoutEntry, { ...others, [list]: rest });
  return withoutEntry;
}

const isEmpty = (text: string): boolean => text.replace(/^\uFEFF/, '').trim() === '';

function rootOf(text: string): JsonObject {
  const root = parseJsonc(text);
  if (root.kind !== 'object') throw new InstallError('it is JSON, but no object');
  return root;
}

/** The text without a member and its comma. Comments stay, also those on the member's lines. An object that is left empty becomes `{}`. */
function withoutMember(text: string, object: JsonObject, name: string): string {
  const at = object.members.findLastIndex((one) => one.key === name);
  const own = object.members[at];
  if (!own) return text;
  const comma = own.comma ?? object.members[at - 1]?.comma;
  const [textBefore, textAfter] = [text.slice(0, own.start), text.slice(own.value.end)];
  const [before, after] =
    comma === undefined
      ? [textBefore, textAfter]
      : comma < own.start
        ? [withoutCharacter(textBefore, comma), textAfter]
        : [textBefore, withoutCharacter(textAfter, comma - own.value.end)];
  const editedText = joinAround(before, after, own.comma === undefined);
  const inside = { start: object.start + 1, end: object.end - 1 - (text.length - editedText.length) };
  return editedText.slice(inside.start, inside.end).trim() === '' ? replaced(editedText, inside, '') : editedText;
}

const withoutCharacter = (text: string, at: number): string => text.slice(0, at) + text.slice(at + 1);

/** Joins the texts before and after a removed member, without the blanks or the line that only the member needed. */
function joinAround(before: string, after: string, wasLast: boolean): string {
  const [blanks = ''] = /[ \t]*$/.exec(before) ?? [];
  const beganLine = /(^|\n)$/.test(before.slice(0, before.length - blanks.length));
  const rest = after.replace(/^[ \t]+/, '');
  if (beganLine && /^\r?\n/.test(rest)) return before.replace(/\r?\n[ \t]*$/, '') + rest;
  if (beganLine) return before + rest;
  const isBlankDouble = blanks !== '' && rest !== after;
  return wasLast || isBlankDouble ? before.slice(0, before.length - blanks.length) + after : before + rest;
}

/** The member of that name; where there are several, the last one, as in parsers. */
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
  // JSON has no comma after the last member. A file that has one there keeps that style.
  const comma = last?.comma === undefined ? '' : ',';
  const line = `${layout.eol}${column}${JSON.stringify(name)}: ${layout.shown(value, column)}${comma}`;
  // Comments after the last member belong to that member: the new member comes below them.
  const inside = text.slice(0, object.end - 1).trimEnd();
  const head =
    last && last.comma === undefined ? `${inside.slice(0, last.value.end)},${inside.slice(last.value.end)}` : inside;
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

/** Makes sure that the text parses to exactly the intended value, before it is written. */
function verify(text: string, expected: unknown): void {
  if (!isDeepStrictEqual(valueOf(parseJsonc(text)), expected))
    throw new InstallError('it is laid out in a way that cannot be edited safely');
}
