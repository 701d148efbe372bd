import { shorten } from '../../text/shorten.ts';

/** Lines shown around a change. */
const around = 2;

/** Characters of a line that are shown: a whole file may be one line, with settings of other programs. */
const maxLineLength = 160;

/** The difference between two texts, as a unified diff of the one range in which they differ. Secrets in it are not shown. */
export function changedLines(before: string, after: string): string {
  const [from, to] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const first = Math.max(0, start - around);
  const last = Math.max(0, end - around);
  const diffLines = [
    ...from.slice(first, start).map((line) => ` ${line}`),
    ...from.slice(start, from.length - end).map((line) => `-${line}`),
    ...to.slice(start, to.length - end).map((line) => `+${line}`),
    ...to.slice(to.length - end, to.length - last).map((line) => ` ${line}`),
  ];
  const range = (lines: readonly string[]) => `${lines.length === 0 ? 0 : first + 1},${lines.length - last - first}`;
  const [removed, ...rest] = from.slice(start, from.length - end);
  const [added, ...more] = to.slice(start, to.length - end);
  const isOneLine = removed !== undefined && added !== undefined && rest.length === 0 && more.length === 0;
  const isLong = isOneLine && Math.max(removed.length, added.length) > maxLineLength;
  // Secrets are hidden before lines are cut: the pattern would not recognise a part of a secret.
  const lines = isLong ? partsOf(withoutSecrets(removed), withoutSecrets(added)) : diffLines.map(withoutSecrets);
  return [`@@ -${range(from)} +${range(to)} @@`, ...lines.map((line) => shorten(line, maxLineLength))].join('\n');
}

/** Characters shown around a change within a line. */
const aroundPart = 20;

/** The part of two long lines that differs, in pieces of a line each: in a file of one line, the change would otherwise be cut off. */
function partsOf(removed: string, added: string): readonly string[] {
  const shorter = Math.min(removed.length, added.length);
  let start = 0;
  while (start < shorter && removed[start] === added[start]) start += 1;
  let end = 0;
  while (end < shorter - start && removed.at(-1 - end) === added.at(-1 - end)) end += 1;
  const before = removed.slice(Math.max(0, start - aroundPart), start);
  const after = removed.slice(removed.length - end, removed.length - end + aroundPart);
  const part = (sign: string, line: string): string[] =>
    line.slice(start, line.length - end) === ''
      ? []
      : pieces(line.slice(start, line.length - end)).map((piece) => `${sign}${piece}`);
  return [` …${before}`, ...part('-', removed), ...part('+', added), ` ${after}…`];
}

/** A text split at the commas between settings, so that a secret stays in one piece with its name. */
function pieces(text: string): readonly string[] {
  const splitText = text.split(/(?<=,)(?=\s*["'\w-]+\s*[:=])/);
  return splitText.length > maxPieces ? [...splitText.slice(0, maxPieces), '…'] : splitText;
}

const maxPieces = 30;

/** A line without the secrets in it. */
function withoutSecrets(line: string): string {
  const masked = line.replaceAll(
    /(["']?[\w-]*(?:token|secret|password|key|authorization|credential)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}]+)/gi,
    (whole, name: string, value: string) =>
      isReference(value) || /_FILE["']?\s*[:=]/i.test(name) ? whole : `${name}"…"`,
  );
  // Addresses may hold a password, as those of proxies do.
  return masked.replaceAll(/\/\/[^/@\s"']*@/g, '//…@');
}

/** `${env:NAME}` and the like name a secret without holding it. */
const isReference = (value: string): boolean => /^["']?(Bearer )?[${][^"']*["']?$/.test(value) && !value.endsWith('{');

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
