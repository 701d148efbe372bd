import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Batches } from '../../src/state/sql/batches.ts';

/** Batches of numbers, each of which is under way until the test ends it; the result of a number is its double. */
function batches() {
  const begun: { readonly items: readonly number[]; end(error?: Error): void }[] = [];
  const all = new Batches<number, number>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<number[]>();
    const end = (error?: Error): void => (error ? reject(error) : resolve(items.map((one) => 2 * one)));
    begun.push({ items, end });
    return promise;
  });
  const add = (...items: readonly number[]): Promise<PromiseSettledResult<number>[]> =>
    Promise.allSettled(items.map((one) => all.add(one)));
  return { begun, add, sizes: () => begun.map(({ items }) => items.length) };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const fulfilled = (...values: readonly number[]) => values.map((value) => ({ status: 'fulfilled', value }));

it('does together what is asked for in one turn, and gives each its own result', async () => {
  const { begun, add, sizes } = batches();
  const results = add(1, 2, 3);
  expect(sizes()).toEqual([]);
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  begun[0]?.end();
  expect(await results).toEqual(fulfilled(2, 4, 6));
  await turn();
  expect(sizes()).toEqual([3]);
});

it('does two batches at a time, and what arrives meanwhile in the next one', async () => {
  const { begun, add, sizes } = batches();
  const first = add(1);
  await turn();
  const second = add(2, 3);
  await turn();
  const third = add(4);
  await turn();
  const fourth = add(5, 6);
  await turn();
  expect(sizes()).toEqual([1, 2]);
  begun[1]?.end();
  expect(await second).toEqual(fulfilled(4, 6));
  await turn();
  expect(sizes()).toEqual([1, 2, 3]);
  begun[0]?.end();
  begun[2]?.end();
  expect([await first, await third, await fourth]).toEqual([fulfilled(2), fulfilled(8), fulfilled(10, 12)]);
});

it('does 64 of them at a time at most', async () => {
  const { begun, add, sizes } = batches();
  const results = add(...upTo(130));
  await turn();
  await turn();
  await turn();
  expect(sizes()).toEqual([64, 64]);
  begun[0]?.end();
  await turn();
  await turn();
  expect(sizes()).toEqual([64, 64, 2]);
  for (const { end } of begun) end();
  expect(await results).toEqual(fulfilled(...upTo(130).map((one) => 2 * one)));
});

it('fails as a whole, and continues with the next', async () => {
  const { begun, add } = batches();
  const failing = add(1, 2);
  await turn();
  begun[0]?.end(new Error('no store'));
  const rejected = { status: 'rejected', reason: new Error('no store') };
  expect(await failing).toEqual([rejected, rejected]);
  const next = add(3);
  await turn();
  begun[1]?.end();
  expect(await next).toEqual(fulfilled(6));
});
