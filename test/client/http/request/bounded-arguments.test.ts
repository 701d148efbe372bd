import { expect, test } from 'vitest';
import { boundedArguments } from '../../../../src/client/http/request/bounded-arguments.ts';
import { bench, refusal } from '../../../support/bench.ts';
import { create, projects, story } from '../../../support/stories.ts';

const many = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown${n}`, n]));
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });

test.each([
  ['200,000 names', () => many(200_000), /more than 500 names/],
  [
    'a list of 200,000',
    () => ({ project: 1, keyword: Array.from({ length: 200_000 }, () => 'x') }),
    /more than 50000 values/,
  ],
  ['200,000 names further in', () => ({ ...story, target_word_count: many(200_000) }), /more than 50000 values/],
  ['1,000 levels', () => ({ ...story, target_word_count: deep(1_000) }), /deeper than 32 levels/],
])('%s are refused as a whole, and nothing is sent', async (_, given, says) => {
  await using rig = await bench();
  const client = await rig.client();
  for (const operation of [create, projects]) {
    expect(await refusal(client.call(operation, given()))).toMatchObject({
      code: 'invalid_arguments',
      outcome: 'not_sent',
      message: expect.stringMatching(says),
    });
  }
  expect(rig.platform.seen).toEqual([]);
});

test('no more is read than is needed to decide', () => {
  let looked = 0;
  const endless = new Proxy(
    {},
    {
      ownKeys: () => Array.from({ length: 1_000 }, (_, n) => `n${n}`),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      get: () => ++looked,
    },
  );
  expect(() => boundedArguments('x', endless)).toThrow(/more than 500 names/);
  expect(looked).toBe(0);
});
