import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownCodes } from '../../src/client/errors/own-codes.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const table = /\| code \| means \|\n([^]*?)\n\n/.exec(readme)?.[1] ?? '';

test('no code that README promises can be taken by the platform for something else', () => {
  const told = [...table.matchAll(/`([a-z_]+)`/g)]
    .map(([, code]) => code ?? '')
    .filter((code) => !['retry_after', 'platform_', 'untrusted'].includes(code));
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter((code) => !ownCodes.has(code))).toEqual([]);
});
