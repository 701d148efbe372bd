import { expect, test } from 'vitest';
import type { Ledger } from '../../src/state/ledger.ts';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import { bench, refusal } from '../support/bench.ts';
import { aroundSteps } from '../support/processes/around-steps.ts';
import { override } from '../support/override.ts';
import { json } from '../support/platform.ts';
import { creditBook } from '../support/state/credit-book.ts';
import { create, emptyList, projects, start, story, tellStory } from '../support/stories.ts';

const failing = (): Promise<never> => Promise.reject(new StateUnavailable('the disk is full'));

test.each(['slots.take', 'ledger.reserve', 'ledger.dispatch'] as const)(
  'nothing is sent if the store fails at %s',
  async (step) => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    const state = aroundSteps(await rig.state(), (name, run) => (name === step ? failing() : run()));
    const client = await rig.client({ state });
    expect(await refusal(client.call(create, story))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(rig.platform.to(start)).toEqual([]);
  },
);

test('an accepted call that the store did not take down is reported as unknown, stays held, and is found when the store is back', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  const state = await rig.state();
  let broken = true;
  const record: Ledger['record'] = (...args) =>
    broken && args[1].state !== undefined ? failing() : state.ledger.record(...args);
  const client = await rig.client({ state: override(state, { ledger: { record } }) });
  expect(await refusal(client.call(create, story))).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 0 });
  broken = false;
  expect((await client.call(create, story)).job).toMatchObject({ state: 'completed', joined: true });
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('an accepted call that the store did not take down is found also where another process took it to have failed meanwhile', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  const book = creditBook(rig);
  const state = await rig.state();
  let broken = true;
  const record: Ledger['record'] = (...args) => (broken ? failing() : state.ledger.record(...args));
  const client = await rig.client({ state: override(state, { ledger: { record } }) });
  await refusal(client.call(create, story));
  book.spend(5, start);
  const other = await rig.client();
  await rig.clock.sleep(40_000);
  await other.reconcile();
  expect(await other.jobs()).toMatchObject([{ state: 'failed' }]);
  broken = false;
  expect((await client.call(create, story)).job).toMatchObject({ state: 'completed', joined: true });
  expect((await other.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('an accepted call that the store never took down is in doubt once its sender is gone', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  const state = await rig.state();
  const client = await rig.client({
    state: override(state, { ledger: { record: failing } }),
  });
  expect(await refusal(client.call(create, story))).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  await client.close();
  const heir = await rig.client();
  // Its sender is taken for dead when its deadline is over; until then the same call waits for it.
  expect((await refusal(heir.call(create, story))).code).toBe('outcome_unknown');
  expect((await heir.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test.each([
  ['its request could not leave', { takeSlots: true, outcome: 'not_sent' }],
  ['the balance could not be read', { takeSlots: false, outcome: 'rejected' }],
] as const)(
  'a store that fails to release the reservation of a call, since %s, does not make the same call wait for it',
  async (_, { takeSlots, outcome }) => {
    await using rig = await bench();
    tellStory(rig.platform, 'completed');
    if (!takeSlots) rig.platform.on('GET /credits', json({}, 401), json({ data: { balance: 100_000 } }));
    const state = await rig.state();
    let broken = true;
    const client = await rig.client({
      state: override(state, {
        ledger: {
          record: (...args) => (broken ? failing() : state.ledger.record(...args)),
          dispatch: (...args) => (broken ? failing() : state.ledger.dispatch(...args)),
        },
      }),
    });
    expect((await refusal(client.call(create, story))).outcome).toBe(outcome);
    broken = false;
    const lapses = rig.clock.now() + 600_000;
    expect((await client.call(create, story)).job).toMatchObject({ state: 'completed' });
    expect(rig.clock.now()).toBeLessThan(lapses);
    expect(rig.platform.to(start)).toHaveLength(1);
  },
);

test('an answer counts although its slot could not be given a new end', async () => {
  await using rig = await bench();
  rig.platform.on('GET /projects', emptyList);
  const client = await rig.client({ state: override(await rig.state(), { slots: { markAnswered: failing } }) });
  expect((await client.call(projects, {})).data).toEqual([]);
});

test('a store that fails while a job is waited for ends the wait, and not the job', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'completed');
  const state = await rig.state();
  let broken = false;
  const client = await rig.client({
    state: override(state, { polls: { take: (...args) => (broken ? failing() : state.polls.take(...args)) } }),
  });
  const { job } = await client.call(create, story, { waitSeconds: 1 });
  broken = true;
  expect((await refusal(client.wait(job?.job_id ?? ''))).code).toBe('unreachable');
  broken = false;
  expect((await client.wait(job?.job_id ?? '')).job.state).toBe('completed');
});

test('a store that fails at the look for the account is no other account; old records are deleted once', async () => {
  await using rig = await bench();
  const steps: string[] = [];
  const failingOnce = new Set<string>(['accounts.find']);
  const state = aroundSteps(await rig.state(), (step, run) => {
    steps.push(step);
    return failingOnce.delete(step) ? failing() : run();
  });
  const client = await rig.client({ state });
  expect((await refusal(client.jobs())).code).toBe('unreachable');
  expect([await client.jobs(), await client.jobs()]).toEqual([[], []]);
  expect(steps.filter((step) => step === 'ledger.applyRetention')).toHaveLength(1);
});
