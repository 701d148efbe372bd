import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pictureSources } from '../../scripts/picture-sources.ts';

const root = resolve(import.meta.dirname, '../..');

test('the pictures show the program as it is (npm run pictures makes them again)', () => {
  const { sources } = JSON.parse(readFileSync(join(root, 'assets/pictures.json'), 'utf8')) as { sources: string };
  expect(sources).toBe(pictureSources(root));
});
