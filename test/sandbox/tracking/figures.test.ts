import { describe, expect, it } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const startsAt = Date.UTC(2026, 9, 15, 9);
const quarters = [
  { from: '2026-04-01', to: '2026-06-30' },
  { from: '2026-07-01', to: '2026-09-30' },
] as const;

/** Any answer of the platform; each test says what it reads. */
type Answer = Awaited<ReturnType<Visit['call']>>['body'];

const year = (seed?: number) => visit({ startsAt, fixtures: 'year', seed });
const brandsOf = async (place: Visit): Promise<Answer[]> =>
  (await place.call('tracking.list')).body.data.filter(({ status }: Answer) => status === 'active');
const read = async (place: Visit, name: string, input: object): Promise<Answer> => {
  const { body } = await place.call(name as 'insights.scores', input as { readonly id: number });
  return body.data ?? body;
};
const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0);
const mean = (figures: readonly number[]): number => sum(figures) / figures.length;

describe.each([undefined, 5, 11])('a year of answers, seed %s', (seed) => {
  it('has the same figures in the scores of its runs, by platform, and in what is within reach', async () => {
    const place = await year(seed);
    for (const { id } of await brandsOf(place))
      for (const period of quarters) {
        const [scores, platforms, potential] = [
          await read(place, 'insights.scores', { id, ...period }),
          await read(place, 'insights.platform_breakdown', { id, ...period }),
          await read(place, 'insights.potential_hero', { id, ...period }),
        ];
        const runs = (await read(place, 'tracking.runs', { id, limit: 100 })).filter((run: Answer) =>
          scores.some(({ run_id }: Answer) => run_id === run.id),
        );
        const total = sum(platforms.map((row: Answer) => row.total));
        const mentions = sum(scores.map((one: Answer) => one.mentions));
        expect(scores).toHaveLength(13);
        expect(total).toBe(sum(runs.map(({ prompts, platforms: of }: Answer) => prompts * of.length)));
        expect(potential).toMatchObject({ total_queries: total, mentions_count: mentions });
        expect(mentions).toBeLessThanOrEqual(total);
        expect(mean(scores.map((one: Answer) => one.visibility))).toBeCloseTo((100 * mentions) / total, 0);
        expect(sum(platforms.map((row: Answer) => (row.visibility * row.total) / 100))).toBeCloseTo(mentions, 0);
        for (const { visibility, total: of, recommendation_rate } of platforms) {
          expect(Math.abs(Math.round((visibility * of) / 100) - (visibility * of) / 100)).toBeLessThan(0.1);
          expect(recommendation_rate).toBeLessThanOrEqual(visibility);
        }
        // An answer that cites the brand does so at least once.
        expect(sum(platforms.map((row: Answer) => (row.citation_rate * row.total) / 100))).toBeLessThanOrEqual(
          sum(scores.map((one: Answer) => one.citations)) + 0.5,
        );
      }
  });

  it('counts the citations of a period, which add up to those of all time', async () => {
    const place = await year(seed);
    for (const { id } of await brandsOf(place)) {
      const cited = async (period: object): Promise<Answer[]> =>
        read(place, 'cited_sources.list', { id, group_by: 'domain', per_page: 100, ...period });
      const count = (rows: readonly Answer[]) => sum(rows.map(({ citations }) => citations));
      const [before, after, both] = [
        await cited(quarters[0]),
        await cited(quarters[1]),
        await cited({ from: quarters[0].from, to: quarters[1].to }),
      ];
      expect(count(before) + count(after)).toBe(count(both));
      const all = await read(place, 'cited_sources.list', { id, per_page: 100 });
      expect(count(all)).toBeGreaterThan(count(both));
      const scores = await read(place, 'insights.scores', { id, ...quarters[1] });
      expect(count(after.filter(({ is_own_domain }) => is_own_domain))).toBe(
        sum(scores.map(({ citations }: Answer) => citations)),
      );
      // What was first seen in the second quarter was not cited in the first one.
      const known = new Set(before.map(({ domain }) => domain));
      for (const { domain, first_seen } of after)
        if (first_seen >= '2026-07-01') expect(known.has(domain)).toBe(false);
        else if (first_seen < '2026-04-01') expect(first_seen).toMatch(/^202[56]-/);
      const byPlatform = await Promise.all(
        ['chatgpt', 'perplexity', 'gemini'].map((platform) => cited({ ...quarters[1], platform })),
      );
      expect(sum(byPlatform.map(count))).toBe(count(after));
    }
  });
});

it('takes the index and its dimensions from the latest run', async () => {
  const place = await year();
  for (const { id } of await brandsOf(place)) {
    const [index, { platforms }, scores] = [
      await read(place, 'reality_check.avi', { id }),
      await read(place, 'reality_check.dimensions', { id }),
      await read(place, 'insights.scores', { id }),
    ];
    const latest = scores.at(-1);
    const lastDay = latest.date.slice(0, 10);
    expect(await read(place, 'insights.scores', { id, from: lastDay, to: lastDay })).toEqual([latest]);
    expect(index).toMatchObject({ score: latest.avi_score, run_id: latest.run_id });
    expect(index.score).toBe(Math.round(mean(Object.values(index.dimensions))));
    expect(index.dimensions.presence).toBe(Math.round(latest.visibility));
    expect(index.dimensions[index.recommendations[0].dimension]).toBe(
      Math.min(...Object.values<number>(index.dimensions)),
    );
    expect(mean(Object.values(platforms).map((one) => (one as Answer).presence))).toBeCloseTo(latest.visibility, -0.5);
  }
});

it('reclassifies citations at once when a domain becomes the own one', async () => {
  const place = await visit();
  const own = async (): Promise<number> =>
    sum(
      (await read(place, 'cited_sources.list', { id: 2001, is_own_domain: true })).map((row: Answer) => row.citations),
    );
  const before = await own();
  const [other] = await read(place, 'cited_sources.list', { id: 2001, domain: 'kistenrat.example' });
  await place.call('tracking.add_own_domain', { id: 2001, domain: 'kistenrat.example' });
  expect(await own()).toBeGreaterThanOrEqual(before + other.citations);
});
