import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';

/** A start, with its route and the route that shows its job. */
interface Start {
  readonly operation: OperationName;
  readonly given: Readonly<Record<string, unknown>>;
  readonly route: string;
  readonly watched?: string;
}

const onSuccess: Start = {
  operation: 'storylines.create',
  given: { project: 1, keyword: 'shoes' },
  route: 'POST /projects/1/storylines',
  watched: 'GET /storylines/7',
};
const refunded: Start = {
  operation: 'keywords.ai_research',
  given: { project: 1 },
  route: 'POST /projects/1/keywords/ai-research',
  watched: 'GET /keyword-researches/3/status',
};
const dialogue: Start = {
  operation: 'ingest.start',
  given: { domain: 'a.example', prompts: [] },
  route: 'POST /ai-visibility/ingest',
  watched: 'GET /ai-visibility/ingest/4',
};
const byAddress: Start = {
  operation: 'prompt_tags.apply_single_tag',
  given: { id: 4, tag_id: 1 },
  route: 'POST /tracking-projects/4/prompts/apply-single-tag',
  watched: 'GET /tracking-projects/4/prompts/taxonomy-run/r-5',
};
const byArgument: Start = {
  operation: 'articles.generate',
  given: { id: 7, keyword: 'shoes', article_type: 'blog', target_length: 800 },
  route: 'POST /articles/7/generate',
  watched: 'GET /articles/7',
};
const inList: Start = {
  operation: 'tracking.run',
  given: { id: 4 },
  route: 'POST /tracking-projects/4/run',
  watched: 'GET /tracking-projects/4/runs',
};
const held = (credits: number) => ({ charged: 0, reserved: credits, in_doubt: 0 });
const charged = (credits: number) => ({ charged: credits, reserved: 0, in_doubt: 0 });
const doubtful = (credits: number) => ({ charged: 0, reserved: credits, in_doubt: credits });

test.each<[Start, unknown, number, string, object, string?]>([
  // It goes on: by its status, by its state, or because nothing says that it has ended.
  [onSuccess, { storyline_id: 7 }, 202, 'running', held(5)],
  [onSuccess, { storyline_id: 7 }, 200, 'running', held(5)],
  [onSuccess, { storyline_id: 7, status: 'generating' }, 201, 'running', held(5)],
  // It has ended: by its state with any status, or by a status declared for that.
  [onSuccess, { storyline_id: 7, status: 'completed' }, 202, 'completed', charged(5)],
  [onSuccess, { storyline_id: 7 }, 201, 'completed', charged(5)],
  // It has failed: a charge on success is not due; one at the start stays, unless it is given back.
  [onSuccess, { storyline_id: 7, status: 'failed' }, 202, 'failed', held(0)],
  [byArgument, { processing_status: 'failed' }, 202, 'failed', charged(5)],
  [refunded, { research_id: 3, status: 'failed' }, 202, 'failed', held(0)],
  // It asks its caller, with an identifier or before it has one.
  [dialogue, { ingest_id: 4, status: 'needs_input' }, 200, 'needs_you', charged(0)],
  [dialogue, { status: 'needs_input' }, 202, 'needs_you', charged(0)],
  // The watched id comes from the arguments or from an address.
  [byArgument, {}, 202, 'running', charged(5)],
  [byAddress, { poll_url: '/tracking-projects/4/prompts/taxonomy-run/r-5' }, 202, 'running', charged(5)],
  // Without an identifier its outcome is not known.
  [onSuccess, {}, 200, 'unknown', doubtful(5), 'look with'],
  [byAddress, {}, 202, 'unknown', charged(5), 'prompt_tags.list'],
  [inList, { task_id: 7, status: 'queued' }, 202, 'unknown', charged(3), 'tracking.runs {"id":4}'],
])(
  '%j answered with %j and %i is %s',
  async ({ operation, given, route, watched }, said, status, state, totals, look) => {
    await using rig = await bench();
    rig.platform.on('GET /tracking-projects/4/prompts/cost-preview', json({ data: { credits_per_run: 3 } }));
    if (watched) rig.platform.on(watched, json({ data: { status: 'processing', processing_status: 'processing' } }));
    rig.platform.on(route, json(said, status));
    const client = await rig.client();
    const call = client.call(operationNamed(operation), given, { waitSeconds: 1 });
    if (state === 'failed' || state === 'unknown') {
      const refused = await refusal(call);
      expect(refused.code).toBe(state === 'failed' ? 'job_failed' : 'outcome_unknown');
      expect(refused.message).toContain(look ?? 'at once');
    } else expect((await call).job?.state).toBe(state);
    expect((await client.money()).totals).toEqual(totals);
  },
);

test('a start whose job is at the address of a header is followed there', async () => {
  await using rig = await bench();
  const { operation, given, route, watched } = byAddress;
  rig.platform.on(route, json({}, 202, { location: '/tracking-projects/4/prompts/taxonomy-run/r-5' }));
  rig.platform.on(String(watched), json({ status: 'completed', is_running: false }));
  const client = await rig.client();
  expect((await client.call(operationNamed(operation), given)).job?.state).toBe('completed');
});

test('a call without a job that was only accepted says where its effect shows, and has what it said', async () => {
  await using rig = await bench();
  rig.platform.on('POST /explorer', json({ id: 1 }, 202));
  const client = await rig.client();
  const reply = await client.call(operationNamed('keywords.explore'), { body: { seed: 'a' } });
  expect(reply).toMatchObject({ data: null, started: { id: 1 }, shows: expect.stringContaining('accepted it (202)') });
  expect(reply.unexpected).toBeUndefined();
});

test('a doubt has what the start said, without what is shown once, and says that it may have been charged', async () => {
  await using rig = await bench();
  rig.platform.on('POST /grounding/batch', json({ status: 'queued', callback_secret: 'secret' }, 202));
  const client = await rig.client();
  const refused = await refusal(client.call(operationNamed('grounding.batch'), { urls: ['https://a.example'] }));
  expect(refused.code).toBe('outcome_unknown');
  expect(JSON.stringify(refused.facts)).toContain('queued');
  expect(JSON.stringify([refused.message, refused.facts])).not.toContain('secret');
  expect(refused.message).toContain('may have been charged');
});

test('an export in doubt is free, and is not said to have been charged', async () => {
  await using rig = await bench();
  rig.platform.on('POST /images/bulk/export', json({}, 202));
  const client = await rig.client();
  const refused = await refusal(client.call(operationNamed('images.bulk_export'), { ids: [1] }));
  expect(refused.code).toBe('outcome_unknown');
  expect(refused.message).not.toContain('charged');
});
