import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes, isErrorCode } from '../../src/client/errors.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8');
const table = /\| code \| means \|\n([^]*?)\n\n/.exec(guide)?.[1] ?? '';

test('no code that docs/tools.md promises can be taken by the platform for something else', () => {
  const result = [...table.matchAll(/`([a-z_]+)`/g)]
    .map(([, code]) => code ?? '')
    .filter((code) => !['retry_after', 'platform_', 'untrusted'].includes(code));
  expect(result.length).toBeGreaterThan(15);
  expect(result.filter((code) => !isErrorCode(code))).toEqual([]);
});

test('docs/tools.md explains every code', () => {
  expect(errorCodes.filter((code) => !table.includes(`\`${code}\``))).toEqual([]);
});
