import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { codeLimits } from '../../../src/base/code-limits.ts';
import {
  differenceOf,
  permit,
  refuseKey,
  refuseOther,
  refuseProgram,
} from '../../../src/programs/runs/program-order.ts';
import type { Run } from '../../../src/state/run-store.ts';

const startedRun = { id: 'run_1', code: 'the code', input: '{"a":1}', may: ['read'], maxCredits: 0 } as unknown as Run;

describe('a program', () => {
  const limits = { ...codeLimits({}), code: 1, input: 1 };
  it.each([
    [' \n', '1', { code: 'invalid_arguments', message: expect.stringContaining('empty') as string }],
    ['a\0b', '1', { code: 'invalid_arguments', message: expect.stringContaining('NUL') as string }],
    ['\ud800', '1', { code: 'invalid_arguments' }],
    [`${'ä'.repeat(512)}x`, '1', { code: 'run_limit', next: expect.stringContaining('raise code in') as string }],
    ['x', `${'ä'.repeat(512)}1`, { code: 'run_limit', next: expect.stringContaining('raise input in') as string }],
  ])('is refused that is %j with %j', (code, input, refusal) => {
    expect(() => refuseProgram(code, input, limits)).toThrow(
      expect.objectContaining({ outcome: 'not_sent', ...refusal }),
    );
  });

  it('may be as long as its bounds', () => {
    refuseProgram('ä'.repeat(512), 'ä'.repeat(512), limits);
  });
});

it('a key is a name', () => {
  for (const key of ['', ' ', 'x'.repeat(201), 'a\nb', '\ud800'])
    expect(() => refuseKey(key)).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
  for (const key of ['x'.repeat(200), ' a', 'nightly-2026-11-23']) refuseKey(key);
});

it.each([
  [{}, undefined],
  [{ code: 'the code', input: { a: 1 }, may: ['read'], maxCredits: 0, label: null } as const, undefined],
  [{ code: 'x' }, 'code'],
  [{ input: { a: 2 } }, 'input'],
  [{ label: 'x' }, 'label'],
  [{ may: [] }, 'may'],
  [{ maxCredits: 1 }, 'max_credits'],
])('a run is resumed with what is on record: %j differs in %s', (order, difference) => {
  expect(differenceOf(order, startedRun)).toBe(difference);
  if (difference === undefined) return refuseOther(order, startedRun);
  expect(() => refuseOther(order, startedRun)).toThrow(
    expect.objectContaining({ code: 'run_diverged', message: `run_1 is on record with another ${difference}.` }),
  );
});

it('grants are equal in any order, and labels as they are', () => {
  const run = { ...startedRun, may: ['write', 'read'], label: 'x' };
  expect(differenceOf({ may: ['read', 'write'], label: 'x' }, run)).toBeUndefined();
  expect(differenceOf({ label: null }, run)).toBe('label');
});

it.each([
  ['projects.list', ['read'], true, undefined],
  ['projects.update', ['read', 'write'], true, /not only a read/],
  ['projects.update', ['read', 'write'], false, undefined],
  ['projects.update', ['read'], false, /effect write, and this run may only read\.$/],
  ['projects.update', [], false, /may only compute\.$/],
  ['projects.delete', ['read', 'write'], false, /may only read, write\.$/],
  ['storylines.create', [], false, undefined],
  ['storylines.create', [], true, /not only a read/],
] as const)('permits %s with %j on a server that only reads (%s): refused by %s', (name, may, readOnly, refusal) => {
  const permitted = (): void => permit(operationNamed(name), { ...startedRun, may }, readOnly);
  if (refusal === undefined) return permitted();
  expect(permitted).toThrow(
    expect.objectContaining({ code: 'not_permitted', message: expect.stringMatching(refusal) as string }),
  );
  if (!readOnly)
    expect(permitted).toThrow(
      expect.objectContaining({
        next: expect.stringContaining(JSON.stringify([...may, operationNamed(name).effect])) as string,
      }),
    );
});
