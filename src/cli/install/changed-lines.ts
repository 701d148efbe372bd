import { shorten } from '../../text/shorten.ts';
/** Lines shown around a change. */
const around = 2;
/** A line as long as a whole file is cut: it may hold settings of other programs. */
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
  const shown = [
    ...from.slice(first, start).map((line) => ` ${line}`),
    ...from.slice(start, from.length - end).map((line) => `-${line}`),
    ...to.slice(start, to.length - end).map((line) => `+${line}`),
    ...to.slice(to.length - end, to.length - last).map((line) => ` ${line}`),
  ];
  const range = (lines: readonly string[]) => `${lines.length === 0 ? 0 : first + 1},${lines.length - last - first}`;
  return [`@@ -${range(from)} +${range(to)} @@`, ...shown.map(shownLine)].join('\n');
}

function shownLine(line: string): string {
  const hidden = line.replaceAll(
    /(["']?[\w-]*(?:token|secret|password|key|authorization|credential)[\w-]*["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s,}]+)/gi,
    (whole, name: string, value: string) =>
      isReference(value) || /_FILE["']?\s*[:=]/i.test(name) ? whole : `${name}"…"`,
  );
  // Addresses may hold a password, as those of proxies do.
  return shorten(hidden.replaceAll(/\/\/[^/@\s"']*@/g, '//…@'), maxLineLength);
}

/** `${env:NAME}` and the like name a secret without holding it. */
const isReference = (value: string): boolean => /^["']?(Bearer )?[${][^"']*["']?$/.test(value) && !value.endsWith('{');

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
