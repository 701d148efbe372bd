import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reference } from '../../scripts/reference.ts';

const docs = join(import.meta.dirname, '../../docs');

test('the reference says what catalog and settings say (npm run reference writes it again)', async () => {
  const pages = reference();
  const operations = (await readdir(join(docs, 'operations'))).map((file) => `operations/${file}`);
  expect([...operations, 'configuration.md', 'tools.md'].toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [path, text] of pages) expect(await readFile(join(docs, path), 'utf8'), path).toBe(text);
});
