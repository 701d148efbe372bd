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

  it('differs from quarter to quarter, and goes on without a jump', async () => {
    const place = await year(seed);
    for (const { id } of await brandsOf(place)) {
      const [first, second] = await Promise.all(
        quarters.map((period) => read(place, 'insights.platform_breakdown', { id, ...period })),
      );
      expect(first).not.toEqual(second);
    }
    await fetch(new URL('/sandbox/clock', place.url), {
      method: 'POST',
      headers: { authorization: 'Bearer sandbox-admin', 'content-type': 'application/json' },
      body: '{"advance":"4w"}',
    });
    for (const { id } of await brandsOf(place)) {
      const scores: Answer[] = await read(place, 'insights.scores', { id });
      // Fewer where the balance did not cover a run.
      expect(scores.length).toBeGreaterThanOrEqual(55);
      const steps = scores.slice(1).map((one, n) => Math.abs(one.avi_score - scores[n].avi_score));
      expect(mean(steps)).toBeLessThan(6);
      expect(Math.max(...steps)).toBeLessThan(25);
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
    expect(index).toMatchObject({ score: latest.avi_score, run_id: latest.run_id });
    expect(index.score).toBe(Math.round(mean(Object.values(index.dimensions))));
    expect(index.dimensions.presence).toBe(Math.round(latest.visibility));
    expect(mean(Object.values(platforms).map((one) => (one as Answer).presence))).toBeCloseTo(latest.visibility, -0.5);
  }
});

it('tells how it goes on: a rival that comes back, a claim that begins and one that ended', async () => {
  const place = await year();
  const brand = (await brandsOf(place)).find(({ name }) => name === 'Bergquell');
  const claims = async (): Promise<Answer[]> => read(place, 'accuracy.list', { id: brand.id });
  const cited = async (domain: string): Promise<number> =>
    (await read(place, 'cited_sources.list', { id: brand.id, group_by: 'domain', domain, days: 30 }))[0]?.citations ??
    0;
  expect((await claims()).every(({ verification_status }) => verification_status === 'false')).toBe(true);
  const ended = (await claims()).find(({ claim_normalized }) => /plastic/.test(claim_normalized));
  expect(Date.parse(ended.last_seen_at)).toBeLessThan(startsAt - 100 * 86_400_000);
  const [own, rival] = [await cited('bergquell.example'), await cited('talwasser.example')];
  expect(own).toBeGreaterThan(rival);
  const before = (await claims()).length;
  await fetch(new URL('/sandbox/clock', place.url), {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-admin', 'content-type': 'application/json' },
    body: '{"advance":"7w"}',
  });
  expect(await cited('talwasser.example')).toBeGreaterThan(await cited('bergquell.example'));
  expect(await claims()).toHaveLength(before + 1);
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

it('a claim is true exactly where the truth says the same', async () => {
  const { call, clock } = await visit();
  await call('accuracy.backfill', { id: 2001 });
  clock.pass(50);
  await call('accuracy.reverify', { id: 2001 });
  clock.pass(50);
  const { data } = (await call('accuracy.list', { id: 2001, per_page: 100 })).body;
  const judged = data.filter(({ status }: { status: string }) => status === 'verified');
  expect(judged.length).toBeGreaterThan(3);
  for (const {
    claim_normalized,
    verification_status,
    ground_truth_source_anchor: anchor,
    resolution_reason,
  } of judged) {
    if (anchor === null)
      expect({ verification_status, resolution_reason }).toEqual({
        verification_status: 'unverifiable',
        resolution_reason: 'inconclusive',
      });
    else
      expect(verification_status === 'true').toBe(
        anchor.passage.toLowerCase() === `${claim_normalized}.`.toLowerCase(),
      );
  }
  const verdicts = judged.map(({ verification_status }: { verification_status: string }) => verification_status);
  expect(verdicts).toContain('true');
  expect(verdicts.filter((verdict: string) => ['false', 'outdated', 'partial'].includes(verdict))).not.toEqual([]);
  const grave = Map.groupBy<string, { claim_type: string; severity: string }>(judged, ({ claim_type }) => claim_type);
  for (const claims of grave.values()) expect(new Set(claims.map(({ severity }) => severity)).size).toBe(1);
});
