import { describe, expect } from 'vitest';
import type { Reading } from '../../../sandbox/readings/reading.ts';
import { aPersonWhoDeclines } from './support/people.ts';
import { openStage, type Stage } from './support/stage.ts';
import { it } from './support/staged-test.ts';

const day = 24 * 3_600_000;
const [a, b, c] = ['https://moosgarten.example/a', 'https://moosgarten.example/b', 'https://birke.example/c'];

const drawnBy = async (stage: Stage, work: () => Promise<unknown>): Promise<number> => {
  const before = await stage.balance();
  await work();
  return before - (await stage.balance());
};

describe('ground_urls', () => {
  it('returns an audit of the same day that another caller made, with its age and the price of a new one', async ({
    stage,
  }) => {
    const { audit_id } = await stage.ask('grounding.analyze', { url: a });
    stage.clock.step(3 * 3_600_000);
    const person = aPersonWhoDeclines();
    let report;
    expect(await drawnBy(stage, async () => (report = await stage.run('ground_urls', { urls: [a] }, person)))).toBe(0);
    expect(report).toMatchObject({
      ok: true,
      credits: { estimated: 0, charged: 0 },
      existing: { urls: 1, age: '3 h', new_costs: 1 },
      hint: expect.stringContaining('again: true'),
      data: { audits: [{ url: a, audit_id, audited_at: expect.stringMatching(/^\d{4}-/) }] },
    });
    expect(person.asked).toEqual([]);
  });

  it('pays for the pages only that have none, also over several hosts', async ({ stage }) => {
    await stage.ask('grounding.batch', { urls: [a, b] });
    let report: Awaited<ReturnType<Stage['run']>>;
    expect(await drawnBy(stage, async () => (report = await stage.run('ground_urls', { urls: [a, b, c] })))).toBe(1);
    expect(report.data).toMatchObject({ audited: 3 });
    const made = report.data.audits.filter((one: object) => !('audited_at' in one));
    expect(made).toMatchObject([{ url: c }]);
    expect(report.existing).toMatchObject({ urls: 2, new_costs: null });
  });

  it('joins a running batch that has finished some of its pages', async ({ stage }) => {
    const urls = Array.from({ length: 30 }, (_, page) => `https://moosgarten.example/page-${page}`);
    const { job } = await stage.run('ground_urls', { urls, wait_s: 12 });
    expect(job.state).toBe('running');
    expect(await drawnBy(stage, () => stage.run('ground_urls', { urls }))).toBe(0);
  });
});

describe('audit_site', () => {
  it('returns no quick audit, also on a platform that lists all types', async () => {
    const listsAll: Reading = {
      name: 'lists all types',
      turnsOn: '',
      behaviour: '',
      operations: ['content_audits.list'],
      changeRequest: (asked) => ({ ...asked, query: { ...asked.query, type: undefined } }),
    };
    await using stage = await openStage({}, {}, { readings: [listsAll] });
    await stage.ask('content_audits.create', { source_url: 'https://moosgarten.example', type: 'quick' });
    expect(await drawnBy(stage, () => stage.run('audit_site', { site: 'Moosgarten' }))).toBe(10);
  });

  it('returns a finished full audit that is under a day old, by any caller', async ({ stage }) => {
    await stage.ask('content_audits.create', { source_url: 'https://moosgarten.example' });
    await stage.ask('content_audits.create', { source_url: 'https://moosgarten.example', type: 'quick' });
    let report;
    expect(await drawnBy(stage, async () => (report = await stage.run('audit_site', { site: 'Moosgarten' })))).toBe(0);
    expect(report).toMatchObject({
      ok: true,
      existing: { made_at: expect.stringMatching(/^\d{4}-/), age: expect.any(String), new_costs: 10 },
      data: { site: 'https://moosgarten.example', type: 'full', worst_pages: expect.anything() },
    });
    expect(await drawnBy(stage, () => stage.run('audit_site', { site: 'Moosgarten', again: true }))).toBe(10);
    stage.clock.step(day + 60_000);
    expect(await drawnBy(stage, () => stage.run('audit_site', { site: 'Moosgarten' }))).toBe(10);
  });
});

describe('audit_page and research_keywords', () => {
  it('finds what was made here, however many calls of other operations came after it', async ({ stage }) => {
    const order = { url: 'https://fjordkiste.example/boxes' };
    await stage.run('audit_page', order);
    const others = Array.from({ length: 201 }, (_, page) => ({ url: `https://moosgarten.example/${page}` }));
    await Promise.all(others.map((one) => stage.client.call('grounding.analyze', one, { waitSeconds: 0 })));
    expect(await stage.run('audit_page', order)).toMatchObject({
      credits: { charged: 0 },
      existing: { new_costs: 75 },
    });
  });

  it.each([
    ['audit_page', { url: 'https://fjordkiste.example/boxes' }, 75],
    ['research_keywords', { seeds: ['moss'] }, 5],
  ])('%s returns what was made here, with its age and the price of a new one', async (tool, args, new_costs) => {
    await using stage = await openStage();
    await stage.run(tool, args);
    stage.clock.step(2 * 3_600_000);
    expect(await stage.run(tool, args)).toMatchObject({
      credits: { estimated: 0, charged: 0 },
      existing: { age: '2 h', new_costs },
      hint: expect.stringContaining(`up to ${new_costs} credits`),
    });
  });
});
