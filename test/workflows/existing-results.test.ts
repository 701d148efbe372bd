import { describe, expect } from 'vitest';
import { aPersonWhoDeclines } from './support/people.ts';
import { stage, type Stage } from './support/stage.ts';
import { it } from './support/staged-test.ts';

const day = 24 * 3_600_000;
const [a, b, c] = ['https://moosgarten.example/a', 'https://moosgarten.example/b', 'https://birke.example/c'];

const drawnBy = async (s: Stage, work: () => Promise<unknown>): Promise<number> => {
  const before = await s.balance();
  await work();
  return before - (await s.balance());
};

describe('ground_urls', () => {
  it('returns an audit of the same day that somebody else made, with its age and the price of a new one', async ({
    s,
  }) => {
    const { audit_id } = await s.ask('grounding.analyze', { url: a });
    s.clock.step(3 * 3_600_000);
    const person = aPersonWhoDeclines();
    let report;
    expect(await drawnBy(s, async () => (report = await s.run('ground_urls', { urls: [a] }, person)))).toBe(0);
    expect(report).toMatchObject({
      ok: true,
      credits: { estimated: 0, charged: 0 },
      existing: { urls: 1, age: '3 h', new_costs: 1 },
      hint: expect.stringContaining('again: true'),
      data: { audits: [{ url: a, audit_id, audited_at: expect.stringMatching(/^\d{4}-/) }] },
    });
    expect(person.asked).toEqual([]);
  });

  it('pays for the pages only that have none, also over several hosts', async ({ s }) => {
    await s.ask('grounding.batch', { urls: [a, b] });
    let report: Awaited<ReturnType<Stage['run']>>;
    expect(await drawnBy(s, async () => (report = await s.run('ground_urls', { urls: [a, b, c] })))).toBe(1);
    expect(report.data).toMatchObject({ audited: 3 });
    const made = report.data.audits.filter((one: object) => !('audited_at' in one));
    expect(made).toMatchObject([{ url: c }]);
    expect(report.existing).toMatchObject({ urls: 2, new_costs: null });
  });

  it('pays where it is asked again, where other frameworks are wanted, and after a day', async ({ s }) => {
    await s.run('ground_urls', { urls: [a] });
    expect(await drawnBy(s, () => s.run('ground_urls', { urls: [a], again: true }))).toBe(1);
    expect(await drawnBy(s, () => s.run('ground_urls', { urls: [a], frameworks: ['eeat'] }))).toBe(1);
    s.clock.step(day + 60_000);
    expect(await drawnBy(s, () => s.run('ground_urls', { urls: [a] }))).toBe(1);
  });

  it('joins a batch that runs, of which some pages are done already', async ({ s }) => {
    const urls = Array.from({ length: 30 }, (_, page) => `https://moosgarten.example/page-${page}`);
    const { job } = await s.run('ground_urls', { urls, wait_s: 12 });
    expect(job.state).toBe('running');
    expect(await drawnBy(s, () => s.run('ground_urls', { urls }))).toBe(0);
  });
});

describe('audit_site', () => {
  it('returns a finished audit of the same kind that is under a day old, whoever made it', async ({ s }) => {
    await s.ask('content_audits.create', { source_url: 'https://moosgarten.example' });
    let report;
    expect(await drawnBy(s, async () => (report = await s.run('audit_site', { site: 'Moosgarten' })))).toBe(0);
    expect(report).toMatchObject({
      ok: true,
      existing: { made_at: expect.stringMatching(/^\d{4}-/), age: expect.any(String), new_costs: 10 },
      data: { site: 'https://moosgarten.example', type: 'full', worst_pages: expect.anything() },
    });
    expect(await drawnBy(s, () => s.run('audit_site', { site: 'Moosgarten', type: 'quick' }))).toBe(10);
    expect(await drawnBy(s, () => s.run('audit_site', { site: 'Moosgarten', again: true }))).toBe(10);
    s.clock.step(day + 60_000);
    expect(await drawnBy(s, () => s.run('audit_site', { site: 'Moosgarten' }))).toBe(10);
  });
});

describe('audit_page and research_keywords', () => {
  it.each([
    ['audit_page', { url: 'https://fjordkiste.example/boxes' }, 75],
    ['research_keywords', { seeds: ['moss'] }, 5],
  ])('%s returns what was made here, with its age and the price of a new one', async (tool, args, new_costs) => {
    await using s = await stage();
    await s.run(tool, args);
    s.clock.step(2 * 3_600_000);
    expect(await s.run(tool, args)).toMatchObject({
      credits: { estimated: 0, charged: 0 },
      existing: { age: '2 h', new_costs },
      hint: expect.stringContaining(`up to ${new_costs} credits`),
    });
  });
});
