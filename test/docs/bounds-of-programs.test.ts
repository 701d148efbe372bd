import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeLimits } from '../../src/base/code-limits.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/code.md'), 'utf8');

test('the guide states each bound that a setting has, and its default', () => {
  const rows = guide.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm);
  const stated = Object.fromEntries(
    Array.from(rows, ([, name = '', value = '']) => [name, Number(value.replaceAll(',', ''))]),
  );
  expect(stated).toEqual(codeLimits({}));
});
