import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { limitsOf } from '../../src/cli/wiring/open-runs.ts';
import { parseCodeLimits } from '../../src/config/parse-code-limits.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/code.md'), 'utf8');
const rows = [...guide.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)].map(([, name = '', value = '']) => ({
  name,
  value: Number(value.replaceAll(',', '')),
}));

test('the guide states each bound that a setting has, and its default', () => {
  const defaults = limitsOf({});
  const others = limitsOf(parseCodeLimits(rows.map(({ name }, at) => `${name}=${at + 1}`).join()));
  const stated = rows.map(({ value }, at) => {
    const [field] = Object.entries(others).find(([, other]) => other === at + 1) ?? [];
    return [field, value];
  });
  expect(Object.fromEntries(stated)).toEqual(defaults);
});
