import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { stripTypes } from '../../src/programs/engine/strip-types.ts';
import { connect, SettingError, type Platform } from '../../src/library/index.ts';

// The text up to the line of dashes is in docs/unattended.md.
/** The flow under test: what an unattended program does each night. */
const nightly = (platform: Platform): Promise<number | undefined> =>
  platform.once('article of the week', { newerThan: '7d' }, async () => {
    const order = { id: 1001, keyword: 'tent pegs', article_type: 'blog', target_length: 900 } as const;
    return (await platform.articles.generate(order)).credits.charged;
  });

test('a month of nights writes an article a week, within its budget', async () => {
  const platform = await connect({
    sandbox: { seed: 7, clock: '2026-11-01T02:00:00Z', fixtures: 'year' },
    budget: '25/month',
  });
  for (let night = 0; night < 30; night++) {
    expect(await nightly(platform)).toBe(5);
    await platform.sandbox.advance('1d');
  }
  expect(await platform.jobs.list({ state: 'completed' })).toHaveLength(5);
  await platform.close();
}, 60_000);
// ---

const order = { id: 1001, keyword: 'pegs', article_type: 'blog', target_length: 900 } as const;

const docs = readFileSync(new URL('../../docs/unattended.md', import.meta.url), 'utf8');

describe('an embedded platform whose time stands still', () => {
  it('is documented as it is tested', () => {
    const own = readFileSync(new URL(import.meta.url), 'utf8');
    const code = own.slice(own.indexOf('/** The flow under test'), own.indexOf('// ---')).trim();
    expect(docs).toContain(code);
  });

  it('begins the same for the same seed and clock, and shows the same after the same calls', async () => {
    const result = async (seed = 3): Promise<unknown[]> => {
      const platform = await connect({ sandbox: { seed, clock: '2026-02-01' } });
      const { data } = await platform.articles.generate(order);
      const answers: unknown[] = [data, platform.sandbox.now(), await platform.sandbox.advance('2w')];
      answers.push((await platform.tracking.runs({ id: 2001 })).data);
      await platform.close();
      return answers;
    };
    const [one, other] = [await result(), await result()];
    expect(one).toEqual(other);
    expect((await result(4))[3]).not.toEqual(one[3]);
    expect(one[2]).toMatch(/^2026-02-15T/);
  });

  it('ends jobs and resets limits when its clock says so', async () => {
    const platform = await connect({ sandbox: { clock: '2026-02-01T10:00:00Z' }, budget: '5/day' });
    const { job } = await platform.articles.generate(order, { wait_s: 0 });
    await platform.jobs.wait(job!.job_id);
    await expect(platform.articles.generate({ ...order, keyword: 'other' })).rejects.toMatchObject({
      code: 'budget_exceeded',
      facts: { resets_at: '2026-02-02T00:00:00.000Z' },
    });
    await platform.sandbox.advance('14h');
    expect((await platform.articles.generate({ ...order, keyword: 'other' })).credits.charged).toBe(5);
    await platform.close();
  });

  it('is the time of workflows, too', async () => {
    const platform = await connect({ sandbox: { clock: '2026-02-01', fixtures: 'year' } });
    const report = await platform.workflows.visibilityReport?.({ brand: 'Bergquell', days: 30 });
    const { period, trend } = (report?.data ?? {}) as Record<string, Record<string, unknown>>;
    expect([period, trend?.['scores']]).toEqual([
      { from: '2026-01-03', to: '2026-02-01', days: 30 },
      expect.any(Array),
    ]);
    await platform.close();
  });

  it('has old articles, which a flow refreshes night by night', async () => {
    const platform = await connect({ sandbox: { clock: '2026-02-01', fixtures: 'year' }, budget: '12/month' });
    const program = stripTypes(readFileSync(new URL('../../examples/nightly-refresh.ts', import.meta.url), 'utf8'));
    const flow = new Function('platform', 'input', 'log', `return (${String(program)})()`) as (
      ...given: unknown[]
    ) => Promise<unknown>;
    const night = () => flow(platform, { days: 180, credits: 10 }, () => undefined);
    const ages = async () => (await platform.content_insights.freshness()).data.map(({ age_days }) => age_days);
    expect(await ages()).toEqual([0, 0, 0, 95, 200, 310, 420]);
    expect(await night()).toEqual({ due: 3, refreshed: [expect.any(Number), expect.any(Number)] });
    expect(await ages()).toEqual([0, 0, 0, 95, 200, 0, 0]);
    await platform.sandbox.advance('4w');
    expect(await night()).toMatchObject({ due: 1, refreshed: [expect.any(Number)] });
    const entry = { project: 1, scheduled_for: '31.12.2026' };
    await expect(platform.calendar.create(entry)).rejects.toMatchObject({
      fields: { scheduled_for: expect.anything() },
    });
    await platform.close();
  });

  it.each([
    [{ clock: 'noon' }, /"noon" is not a date/],
    [{ seed: 1.5 }, /seed is a whole number/],
    [{ fixtures: 'decade' }, /fixtures is one of small, year/],
    [{ speed: 3 }, /no such option: speed/],
  ])('refuses %j', async (sandbox, result) => {
    await expect(connect({ sandbox: sandbox as never })).rejects.toThrow(result);
    await expect(connect({ sandbox: sandbox as never })).rejects.toThrow(SettingError);
  });

  it('refuses a step that is none', async () => {
    const platform = await connect({ sandbox: {} });
    await expect(platform.sandbox.advance('tomorrow')).rejects.toThrow('"tomorrow" is not a step such as 30s');
    await platform.close();
  });
});
