import type { ServerContext } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { createOpenQuestions } from '../../../../src/server/protocol/elicitation/open-questions.ts';
import { createRequestMemory } from '../../../../src/server/protocol/request-memory.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';

/** The call of a caller that brings `given` along. */
const context = (given?: unknown, caller = 'ada'): ServerContext =>
  ({ mcpReq: { requestState: () => given }, sessionId: caller }) as unknown as ServerContext;

function questions() {
  const clock = virtualClock();
  const memory = createRequestMemory(clock);
  const { open, close } = createOpenQuestions<{ credits: number }>('spend', memory);
  return {
    clock,
    other: createOpenQuestions<{ credits: number }>('file', memory),
    ask: (credits: number) => open('buy', { credits }, context(), { credits }),
    answer: (given: unknown, credits: number, tool = 'buy', caller = 'ada') =>
      close(tool, { credits }, context(given, caller)),
  };
}

it('is answered once, also after others were', async () => {
  const { ask, answer } = questions();
  const [one, other] = [await ask(1), await ask(2)];
  expect(await answer(one, 1)).toEqual({ credits: 1 });
  expect(await answer(one, 1)).toBeUndefined();
  expect(await answer(other, 2)).toEqual({ credits: 2 });
  expect(await answer(one, 1)).toBeUndefined();
});

it('is answered once where two answers arrive at the same time', async () => {
  const { ask, answer } = questions();
  const one = await ask(1);
  const both = await Promise.all([answer(one, 1), answer(one, 1)]);
  expect(both.filter((about) => about !== undefined)).toEqual([{ credits: 1 }]);
});

it('is answered by the same call of the same caller only, and stays open for it', async () => {
  const { other, ask, answer } = questions();
  const one = await ask(1);
  expect(await answer(one, 2)).toBeUndefined();
  expect(await answer(one, 1, 'ask')).toBeUndefined();
  expect(await answer(one, 1, 'buy', 'eve')).toBeUndefined();
  expect(await other.close('buy', { credits: 1 }, context(one))).toBeUndefined();
  expect(await answer(one, 1)).toEqual({ credits: 1 });
});

it('can be answered for ten minutes', async () => {
  const { clock, ask, answer } = questions();
  const [first, second] = [await ask(1), await ask(2)];
  clock.step(600_000);
  expect(await answer(first, 1)).toEqual({ credits: 1 });
  await ask(3);
  clock.step(1);
  expect(await answer(second, 2)).toBeUndefined();
});

it('is none without the text of this server', async () => {
  const { ask, answer } = questions();
  await ask(1);
  for (const given of [undefined, '', 'x', 7, {}, await questions().ask(1)])
    expect(await answer(given, 1)).toBeUndefined();
});

it('is forgotten for a newer one where a thousand are open', async () => {
  const { ask, answer } = questions();
  const asked: string[] = [];
  for (let n = 0; n < 1_001; n++) asked.push(await ask(n));
  expect(await answer(asked[0], 0)).toBeUndefined();
  expect(await answer(asked[1], 1)).toEqual({ credits: 1 });
  expect(await answer(asked[1_000], 1_000)).toEqual({ credits: 1_000 });
});
