import { expect, test } from 'vitest';
import { bench } from '../../../support/bench.ts';
import { aroundSteps } from '../../../support/processes/around-steps.ts';
import { create, start, story, tellStory } from '../../../support/stories.ts';

const timeoutMs = create.timeout * 1000;

test.each([
  ['as long as its deadline is sent', timeoutMs, 1],
  ['longer than its deadline is sent with another slot, after it was put on record again', timeoutMs + 1, 2],
])('a start whose process is stopped with its slot for %s', async (_, ms, dispatches) => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  let dispatched = 0;
  // The wall clock alone goes on, as where a machine is suspended.
  const state = aroundSteps(await rig.state(), async (step, run) => {
    const answer = await run();
    if (step === 'ledger.dispatch' && ++dispatched === 1) rig.clock.step(ms);
    return answer;
  });
  const client = await rig.client({ state });
  expect((await client.call(create, story)).job?.state).toBe('completed');
  expect(rig.platform.to(start)).toHaveLength(1);
  expect(dispatched).toBe(dispatches);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});
