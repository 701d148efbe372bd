import { expect, test } from 'vitest';
import type { EntryChange } from '../../../src/state/entry.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';
import { article, generate, writeArticles } from '../../support/stories.ts';

const account = 'team';

test.each<[string, EntryChange, object]>([
  ['ended', { state: 'completed' }, { state: 'completed', error: null }],
  ['failed', { state: 'failed', error: 'no text' }, { state: 'failed', error: 'no text' }],
  ['goes on', { state: 'running' }, { state: 'failed', error: 'forgotten by the operator' }],
])('a job that is forgotten and %s keeps its charge, and nothing of its answer', async (_, change, end) => {
  await using rig = await bench();
  writeArticles(rig.platform);
  const client = await rig.client({ account });
  const { job } = await client.call(generate, article(1));
  const id = job?.job_id ?? '';
  const { ledger } = await rig.state();
  const key = await accountOf(rig);
  await ledger.record(id, {
    money: 'settled',
    answer: { text: 'long' },
    started: { id: 1 },
    delivered: false,
    ...change,
  });
  await client.forget(id);
  expect(await ledger.find(key, id)).toMatchObject({
    ...end,
    money: 'settled',
    delivered: true,
    answer: null,
    started: null,
  });
  expect((await client.jobs())[0]?.credits).toMatchObject({ charged: 5 });
});

test('a call that was not charged can be forgotten, one that still counts cannot', async () => {
  await using rig = await bench();
  rig.platform.on('POST /articles/#/generate', json({ message: 'Queued.' }, 202));
  const client = await rig.client({ account });
  await client.call(generate, article(1), { waitSeconds: 0 }).catch(() => undefined);
  // The start goes on behind its caller, and writes to the record until it is answered.
  await expect.poll(async () => (await client.jobs())[0]?.state).toBe('running');
  const [job] = await client.jobs();
  const id = job?.job_id ?? '';
  const { ledger } = await rig.state();
  for (const money of ['reserved', 'dispatching', 'in_doubt', 'due'] as const) {
    await ledger.record(id, { money });
    expect((await refusal(client.forget(id))).message).toContain(`still holds credits (${money})`);
  }
  await ledger.record(id, { money: 'released', state: 'failed' });
  await client.forget(id);
  expect((await refusal(client.forget('job_none'))).code).toBe('unknown_job');
});

/** The key that the account's records are kept under. */
const accountOf = async (rig: Awaited<ReturnType<typeof bench>>): Promise<string> =>
  (await (await rig.state()).charges.history(undefined, { since: 0, limit: 1 }))[0]?.account ?? '';
