import { describe, expect } from 'vitest';
import { aPersonWhoAgreesOnce, aPersonWhoDeclines } from './support/people.ts';
import { limit, openStage, type Stage } from './support/stage.ts';
import { it } from './support/staged-test.ts';

/** Each paid workflow with its price on the embedded platform, and what its finished result has. */
const workflows: readonly { tool: string; args: Record<string, unknown>; costs: number; has: object }[] = [
  {
    tool: 'write_article',
    args: { project: 'fjordkiste', keyword: 'moss' },
    costs: 5,
    has: { status: 'ready', text: expect.any(String) },
  },
  { tool: 'research_keywords', args: { seeds: ['moss'] }, costs: 5, has: { clusters: expect.any(Array) } },
  { tool: 'research_keywords', args: { project: 'moosgarten', limit: 5 }, costs: 5, has: { keywords: 5 } },
  { tool: 'audit_page', args: { url: 'fjordkiste.example/boxes' }, costs: 60, has: { scores: expect.any(Object) } },
  { tool: 'audit_site', args: { site: 'fjordkiste.example' }, costs: 10, has: { pages: 24 } },
  {
    tool: 'ground_urls',
    args: { urls: ['https://fjordkiste.example', 'https://fjordkiste.example/a'] },
    costs: 2,
    has: { audited: 2 },
  },
  {
    tool: 'track_brand',
    args: { domain: 'neuland.example', country: 'DE', auto_confirm: true },
    costs: 5,
    has: { status: 'active' },
  },
  { tool: 'ask_agent', args: { message: 'work in the background' }, costs: 4, has: { status: 'completed' } },
];

/** Everything a workflow could leave behind on the platform. */
async function traces({ ask }: Stage): Promise<unknown> {
  const listed = [
    ask('articles.list', { project: 1 }),
    ask('keywords.list_researches', { project: 2 }),
    ask('page_audit.list'),
    ask('content_audits.list'),
    ask('tracking.list'),
    ask('tracking.runs', { id: 2001 }),
    ask('credits.history'),
  ];
  return Promise.all(listed);
}

describe.each(workflows)('$tool $args', ({ tool, args, costs, has }) => {
  it('returns the job when time is up, continues when called again, and is charged once', async ({ stage }) => {
    const before = await stage.balance();
    const early = await stage.run(tool, { ...args, wait_s: 1 });
    expect(early).toMatchObject({
      ok: true,
      job: { state: 'running', next: expect.stringContaining('job_wait') },
      hint: expect.stringContaining(tool),
    });
    const done = await stage.run(tool, args);
    expect(done).toMatchObject({ ok: true, data: has });
    expect(done.job?.job_id ?? early.job.job_id).toBe(early.job.job_id);
    expect(before - (await stage.balance())).toBe(costs);
  });

  it('creates nothing and draws nothing where a person declines', async ({ stage }) => {
    const before = await traces(stage);
    const person = aPersonWhoDeclines();
    expect(await stage.run(tool, args, person)).toMatchObject({
      ok: false,
      error: { code: 'confirmation_required', outcome: 'not_sent' },
    });
    expect(person.asked).toHaveLength(1);
    expect(await traces(stage)).toEqual(before);
  });

  it('creates nothing and draws nothing where the budget refuses', async () => {
    await using stage = await openStage({ budget: limit(1) });
    const before = await traces(stage);
    expect(await stage.run(tool, args)).toMatchObject({
      ok: false,
      error: { code: 'budget_exceeded', outcome: 'not_sent' },
    });
    expect(await traces(stage)).toEqual(before);
    expect((await stage.client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
  });

  it('asks a person once, and not again for the job that is running', async ({ stage }) => {
    const person = aPersonWhoAgreesOnce();
    expect(await stage.run(tool, { ...args, wait_s: 1 }, person)).toMatchObject({ ok: true });
    expect(await stage.run(tool, args, aPersonWhoDeclines())).toMatchObject({ ok: true, data: has });
    expect(person.asked).toHaveLength(1);
  });
});

describe('a result within a day', () => {
  it.each(workflows.filter(({ tool }) => /research|audit|ground|facts/.test(tool)))(
    'of $tool is given again to any caller: $args',
    async ({ tool, args, costs, has }) => {
      await using stage = await openStage();
      const before = await stage.balance();
      const { job } = await stage.run(tool, { ...args, wait_s: 0 });
      await stage.run('job_wait', { job_id: job.job_id });
      expect(await stage.run(tool, args)).toMatchObject({
        data: has,
        credits: { estimated: 0, charged: 0 },
        hint: expect.stringContaining('again: true'),
      });
      expect(before - (await stage.balance())).toBe(costs);
    },
  );

  it('is given again for a day, and paid for after it and where that is asked for', async ({ stage }) => {
    await stage.run('research_keywords', { seeds: ['moss'] });
    stage.clock.step(24 * 3_600_000 - 60_000);
    expect(await stage.run('research_keywords', { seeds: ['moss'] })).toMatchObject({ credits: { charged: 0 } });
    stage.clock.step(2 * 60_000);
    expect(await stage.run('research_keywords', { seeds: ['moss'] })).toMatchObject({ credits: { charged: 5 } });
    const again = { seeds: ['moss'], again: true };
    expect(await stage.run('research_keywords', again)).toMatchObject({ credits: { charged: 5 } });
  });
});

it.each([
  ['write_article', { keyword: 'moss' }],
  ['write_article', { project: 'Moosgarten' }],
  ['research_keywords', {}],
  ['audit_page', { url: 'nowhere' }],
  ['audit_site', { site: 'nowhere' }],
  ['ground_urls', { urls: ['nowhere'] }],
  ['track_brand', { country: 'DE' }],
  ['track_brand', { domain: 'https://' }],
  ['ask_agent', {}],
  ['ask_agent', { answer: 'The long way' }],
])('%s %j is refused before it pays, and an estimate says so', async (tool, args) => {
  await using stage = await openStage();
  const { error } = await stage.run(tool, args);
  expect(error).toMatchObject({ code: 'invalid_arguments', outcome: 'not_sent' });
  const { data } = await stage.run('estimate', { calls: [{ operation: tool, arguments: args }] });
  expect(data).toMatchObject({ fits: false, not_priced: [tool] });
  expect(data.calls[0].error).toBe(`invalid_arguments: ${error.message}`);
  expect(await stage.balance()).toBe(1000);
});

describe('a job that fails', () => {
  it.each([
    ['research_keywords', { seeds: ['fail'] }],
    ['audit_page', { url: 'https://fail.example' }],
    ['audit_site', { site: 'fail.example' }],
    ['track_brand', { domain: 'fail.example', country: 'DE' }],
  ])('is reported by %s as such, with what it drew', async (tool, args) => {
    await using stage = await openStage();
    const result = await stage.run(tool, args);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'job_failed', outcome: 'rejected', job_id: expect.any(String), charged: expect.any(Number) },
    });
    expect(await stage.balance()).toBeLessThan(1000);
  });

  it('of an agent has an unknown outcome after a 502, and is repeated only with again: true', async ({ stage }) => {
    const unknown = { ok: false, error: { code: 'outcome_unknown', next: expect.any(String) } };
    expect(await stage.run('ask_agent', { message: 'fail' })).toMatchObject(unknown);
    expect(await stage.run('ask_agent', { message: 'fail' })).toMatchObject(unknown);
    expect(await stage.client.jobs()).toHaveLength(1);
    expect(await stage.run('ask_agent', { message: 'fail', again: true })).toMatchObject(unknown);
    expect(await stage.client.jobs()).toHaveLength(2);
  });
});
