import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Names that stand twice, and why neither gets another name. */
const exceptions: Readonly<Record<string, string>> = {
  Platform: 'what a client calls, and the type that the library exports',
  credits: 'a family of the catalog, a field and a command',
  platform: 'a family of the catalog and a field',
  prompts: 'a family of the catalog and the prompts of the protocol',
  verify: 'a command and what it runs',
  text: 'a field of an answer and an argument of a tool',
  dayMs: 'the same number in two rooms',
  recordsOf: 'records of a page, and of the data of a view',
  rows: 'a form of an answer, and a statement that reads',
  run: 'the command line, and a statement that changes',
};

test('an exported name stands in one file of src', () => {
  const places = new Map<string, Set<string>>();
  for (const file of globSync('src/**/*.ts', { cwd: root })) {
    const exported = /^export (?:async |abstract )?(?:function\*?|const|class|interface|type) (\w+)/gm;
    for (const [, name = ''] of readFileSync(resolve(root, file), 'utf8').matchAll(exported))
      places.set(name, (places.get(name) ?? new Set()).add(file));
  }
  const twice = [...places].filter(([, files]) => files.size > 1).map(([name]) => name);
  expect(twice.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
