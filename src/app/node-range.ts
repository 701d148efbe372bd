import manifest from '../../package.json' with { type: 'json' };

/** The versions of Node that are supported: older ones bundle an SQLite that can corrupt a WAL file when it is reset. */
export const nodeRange: string = manifest.engines.node;

/** Whether a version is in a range such as `>=22.22.3 <23 || >=24.15`. Only the comparators `>=` and `<` are supported. */
export const isInRange = (version: string, range: string = nodeRange): boolean =>
  range.split('||').some((alternative) =>
    alternative
      .trim()
      .split(/\s+/)
      .every((comparator) => satisfies(version, comparator)),
  );

function satisfies(version: string, comparator: string): boolean {
  const [, sign, bound = ''] = /^(>=|<)(.+)$/.exec(comparator) ?? [];
  if (sign === undefined) throw new Error(`not a comparator of this program's range: ${comparator}`);
  return sign === '<' ? compare(version, bound) < 0 : compare(version, bound) >= 0;
}

function compare(one: string, other: string): number {
  const [a, b] = [numbersIn(one), numbersIn(other)];
  for (const at of [0, 1, 2]) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const numbersIn = (version: string): number[] => version.split('.').map((part) => Number.parseInt(part, 10));
