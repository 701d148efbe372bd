import { expect, test } from 'vitest';
import { bench, refusal } from '../../support/bench.ts';
import { json, later } from '../../support/platform.ts';
import { creditBook } from '../../support/state/credit-book.ts';
import { aroundSteps } from '../../support/processes/around-steps.ts';
import {
  article,
  chat,
  create,
  generate,
  ingest,
  research,
  story,
  storyline,
  start,
  tellStory,
  watched,
  writeArticles,
} from '../../support/stories.ts';

const ask = 'POST /projects/1/keywords/ai-research';
const researched = 'GET /keyword-researches/3/status';

test.each(['completed', 'failed'])(
  'a poll that shows a job %s leaves the charge that the history showed meanwhile',
  async (end) => {
    await using rig = await bench();
    const book = creditBook(rig);
    tellStory(rig.platform);
    rig.platform.on(watched, later(5_000, storyline(end)));
    const [client, other] = [await rig.client(), await rig.client()];
    const call = client.call(create, story).catch(() => undefined);
    await rig.platform.arrival(watched);
    book.spend(30, start);
    await other.reconcile();
    await call;
    expect(rig.platform.to(watched)).toHaveLength(1);
    expect(await client.jobs()).toMatchObject([{ state: end, credits: { charged: 30 } }]);
    expect((await client.money()).totals).toEqual({ charged: 30, reserved: 0, in_doubt: 0 });
  },
);

test('a job charged at its start stays charged when it fails', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('GET /articles/#', json({ data: { processing_status: 'failed' } }));
  const client = await rig.client();
  expect((await refusal(client.call(generate, article()))).facts).toMatchObject({ charged: 5 });
  expect((await client.money()).totals.charged).toBe(5);
});

test('a failure whose row says so gives its credits back', async () => {
  await using rig = await bench();
  rig.platform.on(ask, json({ research_id: 3 }, 202));
  rig.platform.on(researched, json({ status: 'processing' }), json({ status: 'failed', error_message: 'No profile.' }));
  const client = await rig.client();
  const refused = await refusal(client.call(research, { project: 1 }));
  expect(refused).toMatchObject({ code: 'job_failed', facts: { charged: 0 } });
  expect(refused.message).toContain('No profile.');
  expect((await client.money()).totals.charged).toBe(0);
});

test('a charge above its estimate counts in full', async () => {
  await using rig = await bench();
  rig.platform.on(
    'POST /agentic/chat',
    json({ session_id: 8, text: 'Done.', credits_used: 41.5, agentic_status: 'completed' }),
  );
  const client = await rig.client({ budget: [{ credits: 100, window: 'day' }], unpriced: 30 });
  await client.call(chat, { message: 'Hello' });
  expect((await client.money()).totals).toEqual({ charged: 42, reserved: 0, in_doubt: 0 });
});

test('an unknown state leaves the job running', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'pondering', 'completed');
  expect((await (await rig.client()).call(create, story)).job?.state).toBe('completed');
  rig.platform.on(
    watched,
    json({ data: { id: 7, status: { deep: true } } }),
    json([]),
    json('soon'),
    storyline('completed'),
  );
  expect((await (await rig.client()).call(create, story)).job?.state).toBe('completed');
});

test('a question is handed over once, then the job is asked again', async () => {
  await using rig = await bench();
  const get = 'GET /ai-visibility/ingest/4';
  rig.platform.on('POST /ai-visibility/ingest', json({ ingest_id: 4, status: 'analyzing' }, 202));
  rig.platform.on(
    get,
    json({ id: 4, status: 'needs_confirmation', suggestion: 'A' }),
    json({ id: 4, status: 'needs_confirmation', suggestion: 'A' }),
    json({ id: 4, status: 'activated' }),
  );
  const client = await rig.client();
  const asked = await client.call(ingest, { prompts: [], domain: 'example.com' });
  expect(asked).toMatchObject({ job: { state: 'needs_you', answer_with: 'ingest.start' }, data: { suggestion: 'A' } });
  expect(rig.platform.to(get)).toHaveLength(1);
  const id = asked.job?.job_id ?? '';
  await rig.clock.sleep(600_000);
  expect((await client.wait(id)).job.state).toBe('needs_you');
  expect(rig.platform.to(get)).toHaveLength(2);
  expect((await client.wait(id)).job.state).toBe('completed');
  expect(rig.platform.to(get)).toHaveLength(3);
  // The time for which the question was open is no reason to ask rarely once it is answered.
  const [answered = 0, next = 0] = rig.platform
    .to(get)
    .slice(1)
    .map(({ at }) => at);
  expect(next - answered).toBeLessThan(10_000);
});

test('a job that ends just after a wait for it is over is reported as running, without half of a result', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'completed');
  const other = await rig.client();
  const { job } = await other.call(create, story, { waitSeconds: 0 });
  const id = job?.job_id ?? '';
  let isEnded = false;
  const state = aroundSteps(await rig.state(), async (step, run) => {
    const ending = await run();
    if (step === 'ledger.find' && !isEnded) {
      isEnded = true;
      await other.wait(id, { waitSeconds: 60 });
    }
    return ending;
  });
  const client = await rig.client({ state });
  const waited = await client.wait(id, { waitSeconds: 0 });
  expect(isEnded).toBe(true);
  expect([waited.job.state, waited.data]).toEqual(['running', null]);
  expect((await client.wait(id)).data).toMatchObject({ status: 'completed' });
});
