import { expect, test } from 'vitest';
import { busiest } from '../support/bench.ts';
import { fleet, type ClientProcess } from '../support/processes/processes.ts';
import type { Death } from '../support/processes/dying-state.ts';
import { accepted, emptyList, start, story, storyline, watched } from '../support/stories.ts';

/** A caller that gives nothing up: the same call again, and another one where the outcome of the first stays unknown. */
async function insist(one: ClientProcess): Promise<void> {
  const patient = { waitSeconds: 600 };
  try {
    await one.call('storylines.create', story, patient);
  } catch (error) {
    expect(error).toMatchObject({ code: 'outcome_unknown' });
    await one.call('storylines.create', story, { ...patient, again: true });
  }
}

/** A call whose outcome does not matter, until its process has nothing more to do for it. */
async function untilOver(one: ClientProcess): Promise<void> {
  const patient = { waitSeconds: 20 };
  const reply = await one.call('storylines.create', story, patient).catch(() => undefined);
  if (reply?.job) await one.wait(reply.job.job_id, patient).catch(() => undefined);
}

const moments: readonly Death[] = [
  { step: 'ledger.reserve', turn: 1, when: 'after' },
  // The slots before are for reads that the start needs: on a busy machine one of them is made twice.
  { step: 'slots.take', since: 'ledger.reserve', turn: 1, when: 'after' },
  { step: 'ledger.dispatch', turn: 1, when: 'before' },
  { step: 'ledger.dispatch', turn: 1, when: 'after' },
];

test.each(moments)(
  'a process that is stopped $when $step does not send, when it continues, what was repeated elsewhere',
  async (moment) => {
    await using rig = await fleet(60);
    rig.platform.on('GET /projects', emptyList);
    rig.platform.on(start, accepted);
    rig.platform.on(watched, storyline('completed'));
    const frozen = await rig.process({ death: { ...moment, signal: 'SIGSTOP' } });
    const other = await rig.process();
    const call = untilOver(frozen);
    await frozen.stopped;
    await insist(other);
    expect(rig.platform.to(start)).toHaveLength(1);
    frozen.resume();
    await call;
    const totals = async () => (await other.money()).totals;
    await expect.poll(totals, { timeout: 30_000 }).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
    expect(rig.platform.to(start)).toHaveLength(1);
  },
);

test('a process that is stopped with a slot does not use it when others have it', async () => {
  await using rig = await fleet(60);
  rig.platform.on('GET /projects', emptyList);
  const requestsPerMinute = 4;
  const death = { step: 'slots.take', when: 'after', turn: 1, signal: 'SIGSTOP' } as const;
  const [frozen, other] = [await rig.process({ requestsPerMinute, death }), await rig.process({ requestsPerMinute })];
  const call = frozen.call('projects.list', {}, { waitSeconds: 600 });
  await frozen.stopped;
  const recent = (): number => rig.platform.seen.filter(({ at }) => at > rig.clock.steady() - 50_000).length;
  while (recent() < requestsPerMinute) await other.call('projects.list', {}, { waitSeconds: 600 });
  frozen.resume();
  await call;
  expect(
    busiest(
      rig.platform.seen.map(({ at }) => at),
      60_000,
    ),
  ).toBe(requestsPerMinute);
});
