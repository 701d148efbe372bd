import { expect, test } from 'vitest';
import type { AccountMemory } from '../../src/client/runs/account-memory.ts';
import { dryMemory } from '../../src/runs/dry-memory.ts';

const day = 86_400_000;

test('a dry run sees what it does once and keeps, and changes nothing; what is on record counts as long as is asked for', async () => {
  const changes: string[] = [];
  const memory = {
    get: async (name: string) => (name === 'kept' ? '1' : undefined),
    // Done a week ago.
    done: async (name: string, newerThanMs = Infinity) => (name === 'old' && newerThanMs > 7 * day ? '2' : undefined),
    set: async () => changes.push('set'),
    settle: async () => changes.push('settle'),
    claim: async () => changes.push('claim'),
  } as unknown as AccountMemory;
  const dry = dryMemory(memory);
  const claim = (name: string, newerThanMs?: number) => dry.claim(name, { holder: 'x', newerThanMs } as never);
  expect([await claim('old'), await claim('old', 8 * day), await claim('old', 7 * day)]).toEqual([
    { kind: 'done', json: '2' },
    { kind: 'done', json: '2' },
    { kind: 'claimed' },
  ]);
  expect([await dry.done('old', 8 * day), await dry.done('old', 7 * day)]).toEqual(['2', undefined]);
  await dry.settle('old', 'x', '3');
  expect([await claim('old', 1), await dry.done('old', 1)]).toEqual([{ kind: 'done', json: '3' }, '3']);
  expect(await dry.get('kept')).toBe('1');
  expect(
    await Promise.all([dry.set('kept', '4'), dry.settle('x', 'x', null), dry.renew('x', {} as never), dry.isHeld('x')]),
  ).toEqual(Array(4).fill(true));
  await dry.set('own', '5');
  await dry.delete('own');
  expect([await dry.get('kept'), await dry.get('own')]).toEqual(['4', undefined]);
  expect(changes).toEqual([]);
});
