import { parseArgs } from 'node:util';
import { allReadings } from '../sandbox/readings/index.ts';
import type { Reading } from '../sandbox/readings/reading.ts';
import { allOperations } from '../src/catalog/index.ts';
import { nearest } from '../src/base/text/nearest.ts';
import { randomOf } from '../test/support/random.ts';
import { check, properties, type Fall, type Findings } from '../test/readings/support/check.ts';

/**
 * Whether the program holds what it promises on platforms that keep the documents in other ways: `npm run readings`
 * tries each reading alone and some drawn combinations, prints a table, and ends with 1 where something fell.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    combinations: { type: 'string', default: '12' },
    /** These together, and nothing else. */
    reading: { type: 'string', multiple: true },
    /** The combinations only. */
    together: { type: 'boolean', default: false },
  },
});

/** Readings drawn at a time for a combination. */
const atATime = 7;

const readings = (values.reading ?? []).flatMap((names) => names.split(',')).map(readingByName);
const sets: (readonly Reading[])[] =
  readings.length > 0 ? [readings] : values.together ? [] : [[], ...allReadings.map((one) => [one])];
const random = randomOf(Number(values.seed));
if (readings.length === 0) {
  for (let made = 0; made < Number(values.combinations); made += 1) sets.push(drawn(atATime));
}

console.log(`${'reading'.padEnd(28)}${properties.map((name) => name.padEnd(12)).join('')}`);
const all: { readonly label: string; readonly falls: readonly Fall[] }[] = [];
for (const set of sets) {
  const label = set.map(({ name }) => name).join(' + ') || '(none)';
  const { falls, idle } = await check(set, extentOf(set)).catch(broken);
  all.push({ label, falls });
  console.log(
    `${(set.length > 1 ? `${set.length} together` : label).padEnd(28)}${properties.map((name) => cell(falls, name)).join('')}`,
  );
  if (set.length > 1) console.log(`  ${label}`);
  for (const name of idle) console.log(`  ${name} changed nothing of what was tried`);
  for (const { property, of, what } of falls) console.log(`  ${property} ${of}: ${what}`);
}
const fallen = all.filter(({ falls }) => falls.length > 0);
console.log(`${sets.length} platforms, something fell on ${fallen.length}`);
process.exit(fallen.length > 0 ? 1 : 0);

/** What is wrong with the check itself, or with the embedded platform. */
function broken(error: unknown): Findings {
  const what = error instanceof Error ? String(error.stack) : String(error);
  return { falls: [{ property: 'operations', of: 'the run itself', what }], idle: [] };
}

function cell(falls: readonly Fall[], property: string): string {
  const count = falls.filter((one) => one.property === property).length;
  return (count === 0 ? 'held' : `${count} fell`).padEnd(12);
}

/** A reading of some operations is tried on these, and on those that start what they watch; every workflow is tried. */
function extentOf(set: readonly Reading[]): { readonly operations?: readonly string[] } {
  const operations = set.map((one) => one.operations);
  if (set.length === 0 || operations.includes(undefined)) return {};
  return { operations: withStarts(new Set<string>(operations.flatMap((names) => names ?? []))) };
}

function withStarts(names: ReadonlySet<string>): string[] {
  return allOperations()
    .filter(({ name, job, aliasOf }) => aliasOf === undefined && (names.has(name) || (job && names.has(job.watch))))
    .map(({ name }) => name);
}

function readingByName(name: string): Reading {
  const falls = allReadings.find((one) => one.name === name);
  if (falls) return falls;
  const [suggestion] = nearest(
    name,
    allReadings.map((one) => one.name),
    1,
  );
  console.error(`there is no reading ${name}${suggestion ? `; did you mean ${suggestion}?` : ''}`);
  process.exit(2);
}

function drawn(count: number): Reading[] {
  const remaining = [...allReadings];
  return Array.from({ length: count }, () => remaining.splice(random.below(remaining.length), 1)).flat();
}
