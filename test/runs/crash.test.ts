import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { clientOf } from '../support/bench.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { json, startPlatform } from '../support/platform.ts';
import { engine, preparedStore } from '../support/state/store.ts';
import { isThorough } from '../support/thorough.ts';
import { program, runsOver } from './support/crash-program.ts';
import { runChild } from './support/start-run-child.ts';
import { resultOf } from './support/stage.ts';

const speed = 20;

/** Programs at a time: most of their time passes in waiting for jobs. */
const atOnce = 4;

/** Milliseconds after which a sender that says nothing counts as dead, and an unused reservation lapses. */
const later = 20 * 60_000;

/**
 * Every store call where every step is taken; one in this many otherwise, others on each engine.
 */
const stride = isThorough ? 1 : 24;
const firstPoint = 1 + Math.floor(stride / (engine === 'postgres' ? 2 : 4));

test(
  'a run whose process is killed at any step is resumed with the same result, each paid call paid once',
  { timeout: stride === 1 ? 1_200_000 : 240_000 },
  async () => {
    const origin = systemClock.steady();
    const platform = await startPlatform(fastClock(speed, origin));
    await using store = await preparedStore();
    const idOf = (path: string): number => Number(path.split('/')[2]);
    platform.on('POST /projects/#/storylines', (request, ...rest) =>
      json({ storyline_id: idOf(request.path), status: 'generating' }, 202)(request, ...rest),
    );
    platform.on('GET /storylines/#', (request, ...rest) =>
      json({ data: { id: idOf(request.path), status: 'completed' } })(request, ...rest),
    );
    let reads = 0;
    platform.on('GET /projects/#/keywords', (...seen) =>
      json({ data: [{ id: ++reads }], meta: { current_page: 1, last_page: 1, total: 1, per_page: 25 } })(...seen),
    );
    platform.on('PUT /projects/#', json({ data: { id: 1 } }));
    platform.on('PATCH /projects/#', json({ data: { id: 1 } }));
    platform.on('POST /articles/#/generate', json({}, 202));
    // As of an article that had no text before: one that was ready already could only be waited out.
    platform.on('GET /articles/#', (request, ...rest) => {
      const isGenerated = platform.to(`POST /articles/${idOf(request.path)}/generate`).length > 0;
      return json({ data: { processing_status: isGenerated ? 'ready' : null } })(request, ...rest);
    });
    const settings = { apiUrl: platform.apiUrl, store: store.location, speed, code: program };

    const shown = new Map<number, unknown[]>();
    const crash = async (id: number, dieAt: number): Promise<void> =>
      void shown.set(id, await runChild({ ...settings, origin, id, dieAt }));
    await crash(1, 0);
    const total = Number(shown.get(1)?.pop());
    expect(total).toBeGreaterThan(20);
    const points = Array.from(
      { length: Math.ceil((total - firstPoint) / stride) },
      (_, at) => firstPoint + at * stride,
    );
    for (let at = 0; at < points.length; at += atOnce)
      await Promise.all(points.slice(at, at + atOnce).map((dieAt, n) => crash(2 + at + n, dieAt)));

    const clock = fastClock(speed, origin - later / speed);
    const state = await openState(store.location, clock);
    const client = await clientOf({
      apiUrl: platform.apiUrl,
      state,
      clock,
      account: 'crashes',
      requestsPerMinute: 10_000,
      budget: [],
    });
    const runs = runsOver(client, clock);
    const all = await runs.list({ limit: 1_000 });
    expect(all).toHaveLength(points.length + 1);
    let charged = 0;
    const views = [];
    for (let at = 0; at < all.length; at += atOnce)
      views.push(
        ...(await Promise.all(
          all.slice(at, at + atOnce).map(async ({ run }) => {
            await runs.resume(run.id);
            return runs.wait(run.id, 3_600_000);
          }),
        )),
      );
    for (const view of views) {
      const { run } = view;
      const { id } = JSON.parse(view.run.input) as { id: number };
      const result = `${id}: ${JSON.stringify(view.failure)} ${run.state}`;
      const starts = ['storylines', 'generate'].map((path) =>
        platform.to(path === 'storylines' ? `POST /projects/${id}/storylines` : `POST /articles/${id}/generate`),
      );
      for (const sent of starts) expect(sent.length, result).toBeLessThanOrEqual(1);
      charged += view.run.charged;
      const lines = (shown.get(id) ?? []).filter((line) => typeof line === 'string');
      expect(view.run.log.slice(0, lines.length), result).toEqual(lines);
      if (view.failure) {
        // Only what may have arrived without an answer: it is never sent again.
        expect(view.failure, result).toMatchObject({ cause: 'outcome_unknown' });
        expect(shown.get(id), result).toContain(false);
        continue;
      }
      const { ends, read } = resultOf(view) as { ends: unknown[]; read: number[] };
      expect(ends, result).toEqual(['completed', 'not_found', 'ready', expect.any(Number)]);
      // What left this process follows from the same answers as the result.
      const sent = [...starts, platform.to(`PUT /projects/${id}`)].map((requests) =>
        requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>),
      );
      expect(sent[0], result).toMatchObject([{ keyword: `pegs ${read[0]}` }]);
      expect(sent[1], result).toMatchObject([{ keyword: `pegs ${read[2]}` }]);
      for (const change of sent[2] ?? []) expect(change, result).toMatchObject({ name: `named ${read[1]}` });
      expect(sent[2]?.length, result).toBeGreaterThan(0);
      expect(
        starts.map((sent) => sent.length),
        result,
      ).toEqual([1, 1]);
      expect(view.run, result).toMatchObject({ charged: 10, held: 0 });
    }
    const { totals } = await client.money();
    expect(totals.charged).toBe(charged);
    expect(totals.reserved).toBe(totals.in_doubt);
    await runs.close();
    await client.close();
    await state.close();
    await platform.close();
  },
);
