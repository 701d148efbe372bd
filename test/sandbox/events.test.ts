import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { json, type Platform, platformFor, type Seen } from '../support/platform.ts';
import { visit, type Visit } from './visit.ts';

const secret = 'secret-of-the-subscription';

/** Longer than any article takes. */
const articleSeconds = 600;

const hook = 'POST /hook';

/** Where the platform posts to. */
async function startReceiver(): Promise<Platform> {
  const receiver = await platformFor({ onTestFinished });
  receiver.on(hook, json({}));
  return receiver;
}

const subscribed = (receiver: Platform, options: Parameters<typeof visit>[0] = {}) =>
  visit({ events: { url: `${receiver.url}/hook`, secret }, ...options });

/** Makes the time of the next attempt come, and resolves with it. */
async function postedAfter(seconds: number, { clock }: Visit, receiver: Platform): Promise<Seen> {
  const before = receiver.seen.length;
  clock.pass(seconds);
  await receiver.arrival(hook, before + 1);
  return receiver.seen[before]!;
}

/** Starts an article whose end is still to come. */
async function begin({ call }: Visit): Promise<void> {
  const { body } = await call('projects.create', { name: 'Oars', domain: 'oars.example' });
  const order = { project_id: body.data.id, keyword: 'oars', article_type: 'blog', target_length: 900 };
  expect((await call('articles.generate_standalone', order)).status).toBe(202);
}

/** Ends the article and resolves with the first attempt to report it. */
async function ended(here: Visit, receiver: Platform): Promise<Seen> {
  await begin(here);
  return postedAfter(articleSeconds, here, receiver);
}

const idOf = ({ headers }: Seen) => headers['x-service-delivery'];

/** Resolves when the next attempt is scheduled, and makes its time come. */
async function attemptAfter(seconds: number, here: Visit, receiver: Platform): Promise<Seen> {
  await expect.poll(() => here.clock.secondsToNext, { interval: 5 }).toBe(seconds);
  return postedAfter(seconds, here, receiver);
}

/** The longest delay is 6 h. What comes later is a job that every platform begins with. */
const nothingScheduled = ({ clock }: Visit) =>
  expect.poll(() => clock.secondsToNext, { interval: 5 }).toBeGreaterThan(21_600);

test('an event is signed over its raw body, has an id and an address, and is posted although no client polls', async () => {
  const receiver = await startReceiver();
  const here = await subscribed(receiver);
  const { headers, body } = await ended(here, receiver);
  expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  expect(headers['x-service-event']).toBe('article.generated');
  const event = JSON.parse(body);
  expect(event).toMatchObject({
    id: expect.stringMatching(/^evt_/),
    type: 'article.generated',
    team_id: 1,
    data: { article_id: expect.any(Number), status: 'completed', url: expect.stringMatching(/^http/) },
  });
  expect(event.created_at).toMatch(/^\d{4}-\d\d-\d\dT/);
  await nothingScheduled(here);
  expect(receiver.seen).toHaveLength(1);
});

test('an unanswered or failed delivery is repeated after 30 s, 5 min, 30 min, 2 h and 6 h; then the subscription ends (docs/platform/events.md#retries)', async () => {
  const receiver = await startReceiver();
  const here = await subscribed(receiver);
  receiver.on(hook, json({}, 500));
  const first = await ended(here, receiver);
  const ids = [idOf(first)];
  for (const delay of [30, 300, 1800, 7200, 21_600]) ids.push(idOf(await attemptAfter(delay, here, receiver)));
  expect(new Set(ids)).toEqual(new Set([idOf(first)]));
  await nothingScheduled(here);
  // A deactivated subscription gets nothing any more.
  receiver.on(hook, json({}));
  await begin(here);
  await nothingScheduled(here);
  here.clock.pass(86_400);
  await nothingScheduled(here);
  expect(receiver.seen).toHaveLength(6);
});

test('each type of event is delivered, with its documented fields and an address that answers', async () => {
  const receiver = await startReceiver();
  const here = await subscribed(receiver, { balance: 50_000 });
  const { call, clock } = here;
  for (const one of (await call('autopilot.list')).body.data) await call('autopilot.delete', { id: one.id });
  const began: readonly (readonly [string, object?])[] = [
    ['articles.generate', { id: 1001, keyword: 'oars', article_type: 'blog', target_length: 300 }],
    ['articles.optimize', { id: 1002 }],
    ['tracking.run', { id: 2001 }],
    ['reality_check.generate_report', { id: 2001 }],
    ['reports.generate', { id: 2001 }],
    ['content_audits.create', { source_url: 'https://oars.example' }],
    ['content_optimizer.analyze', { text: 'About oars.', keyword: 'oars' }],
    ['competitor_analyses.create', { project_id: 1, domain: 'oars.example', keyword_limit: 20 }],
    ['humanizer.humanize', { text: 'A text about oars.' }],
    ['bulk_generations.create', { project_id: 1, keywords: ['oars', 'rowlocks'] }],
    ['pipelines.create', { name: 'Spring', stages: ['research', 'write'] }],
    ['keywords.expand', { id: 4001 }],
    // Its gate lets everything through.
    [
      'autopilot.create',
      {
        module: 'articles',
        frequency: 'daily',
        config: { keyword: 'oars', settings: { auto_publish: true, min_geo_score: 0 } },
      },
    ],
  ];
  for (const [name, input] of began) expect((await call(name, { ...input })).status, name).toBeLessThan(300);
  clock.pass(86_400);
  const events = () => receiver.seen.map(({ body }) => JSON.parse(body));
  // Stages and reports are two each.
  await expect.poll(() => events().length, { interval: 5 }).toBe(15);
  expect(new Set(events().map(({ type }) => type))).toEqual(new Set(contractTypes));
  for (const { type, data } of events()) {
    const { pathname } = new URL(data.url);
    expect((await here.raw(pathname.replace('/api/v1', ''))).status, `${type}: ${data.url}`).toBe(200);
    expect((await here.raw(pathname.replace('/api/v1', ''), {}, null)).status).toBe(401);
  }
  const dataOf = (type: string) => events().find((event) => event.type === type).data;
  // docs/platform/events.md#envelope: the two known shapes.
  expect(dataOf('article.generated')).toMatchObject({
    article_id: 1001,
    project_id: 1,
    status: 'completed',
    credits_used: 5,
  });
  const [last, before] = (await call('tracking.runs', { id: 2001 })).body.data;
  const change = last.kpis.avi_score - before.kpis.avi_score;
  expect(dataOf('tracking.run.completed')).toMatchObject({
    tracking_project_id: 2001,
    run_id: last.id,
    platforms: last.platforms,
    avi_score: last.kpis.avi_score,
    delta_vs_previous: change < 0 ? String(change) : `+${change}`,
  });
  expect(
    events()
      .flatMap(({ type, data }) => (type === 'pipeline.stage.completed' ? [data.stage] : []))
      .toSorted(),
  ).toEqual([1, 2]);
  // A run on schedule is one as well.
  clock.pass(7 * 86_400);
  await expect
    .poll(() => events().filter(({ type }) => type === 'tracking.run.completed').length, { interval: 5 })
    .toBe(2);
});

/** Rules: docs/platform/events.md#types. */
const contractTypes = [
  'article.generated',
  'article.optimized',
  'article.published',
  'tracking.run.completed',
  'tracking.report.ready',
  'content_audit.completed',
  'content_optimizer.completed',
  'competitor_analysis.completed',
  'backlinks.refreshed',
  'humanize.batch.completed',
  'bulk_generation.completed',
  'pipeline.stage.completed',
  'keyword.expansion.completed',
];
