import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { reference } from '../../scripts/reference.ts';

const folder = new URL('../../docs/operations/', import.meta.url);

test('the reference says what the catalog says (npm run reference writes it anew)', async () => {
  const pages = reference();
  expect((await readdir(folder)).toSorted()).toEqual([...pages.keys()].toSorted());
  for (const [file, text] of pages) expect(await readFile(new URL(file, folder), 'utf8'), file).toBe(text);
});
