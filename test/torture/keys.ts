import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { runChild } from '../programs/runs/support/start-run-child.ts';
import { clientOf } from '../support/bench.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { json, startPlatform, type Platform } from '../support/platform.ts';
import { preparedStore, type Engine } from '../support/state/store.ts';
import { randomOf } from '../support/random.ts';

export interface KeysTorture {
  readonly engine: Engine;
  readonly rounds: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

const speed = 10;

/**
 * Two payments and a write that must not be repeated, with the same arguments in each attempt; what it returns depends on what it read. What had left when its process was
 * killed may have arrived: that is the outcome then, and the program goes on with it.
 */
const program = `
  const tried = (work) => work.then(({ data }) => data.status ?? data.processing_status ?? 'written', (error) => error.code);
  const { data: [{ id: read }] } = await platform.keywords.list({ project: input.id });
  const storyline = await tried(platform.storylines.create({ project: input.id, keyword: 'pegs' }));
  const keyword = await tried(platform.keywords.create({ project: input.id, keyword: 'ropes' }));
  log(keyword);
  const article = await tried(platform.articles.generate({ id: input.id, keyword: 'poles', article_type: 'blog', target_length: 900 }));
  return { read, storyline, keyword, article };`;

/** Store calls of a run from its start to its end, about: the last one that a process may be killed at. */
const lastStep = 90;

/** Pairs of processes that may be killed in one round, before one is left alone. */
const maxKilledPairs = 4;

/**
 * In each round two processes start the same program under the same key at the same moment, and are killed somewhere on the way;
 * so are their successors, until one gets through. One run has come of it, with one result for whoever asks, and the platform has
 * seen each payment once and the write at most once. The budget holds one reservation: a second one would be refused.
 */
export async function tortureKeys({ engine, rounds, seed, say = () => undefined }: KeysTorture): Promise<number> {
  const random = randomOf(seed);
  const origin = systemClock.steady();
  const platform = await keepingPlatform(fastClock(speed, origin));
  await using store = await preparedStore(engine);
  let kills = 0;
  for (let round = 1; round <= rounds; round++) {
    const key = `nightly-${round}`;
    const settings = {
      apiUrl: platform.url,
      store: store.location,
      speed,
      origin,
      code: program,
      input: { id: round },
      key,
    };
    // In half of the rounds the death of a process is noticed by its lease alone.
    const machines = random.chance(0.5) ? ['north', 'south'] : [undefined, undefined];
    const results = new Set<string>();
    for (let pair = 1; results.size === 0; pair++) {
      const ends = await Promise.all(
        machines.map(async (machine, at) => {
          const dieAt = pair > maxKilledPairs && at === 0 ? 0 : 1 + random.below(lastStep);
          return runChild({ ...settings, dieAt, machine });
        }),
      );
      for (const lines of ends) {
        // A process that was killed has not told the number of its steps.
        if (typeof lines.at(-1) === 'number') results.add(JSON.stringify(lines.at(-2)));
        else kills++;
      }
    }
    say(`round ${round}: ${kills} kills so far, ${[...results].join(' and ')}`);
    assert.equal(results.size, 1, `${key}: one run, one result`);
    const [result = ''] = results;
    const ends = JSON.parse(result) as Ends;
    const starts = {
      storyline: platform.to(`POST /projects/${round}/storylines`).length,
      keyword: platform.to(`POST /projects/${round}/keywords`).length,
      article: platform.to(`POST /articles/${round}/generate`).length,
    };
    for (const [name, end] of Object.entries({ storyline: 'completed', keyword: 'written', article: 'ready' })) {
      const about = `${key}: ${name} was sent ${starts[name as keyof Ends]} times; ${result}`;
      const [said, sent] = [ends[name as keyof Ends], starts[name as keyof Ends]];
      // The store of a busy machine may not answer in time, by a clock that is faster: then nothing leaves.
      assert.ok([end, 'outcome_unknown', 'unreachable'].includes(said), about);
      assert.ok(sent <= 1, about);
      if (said === end) assert.equal(sent, 1, about);
      if (said === 'unreachable') assert.equal(sent, 0, about);
    }
    const paid = [ends.storyline, ends.article].filter((end) => end === 'completed' || end === 'ready').length;
    await auditRun(platform.url, store.location, key, 5 * paid);
  }
  await platform.close();
  return kills;
}

/** How the calls of the program ended. */
interface Ends {
  readonly storyline: string;
  readonly keyword: string;
  readonly article: string;
}

/** One run has the key; it was charged for what was paid, and holds nothing but what is in doubt. */
async function auditRun(apiUrl: string, location: string, account: string, charged: number): Promise<void> {
  const clock = systemClock;
  const state = await openState(location, clock);
  const client = await clientOf({ apiUrl, state, clock, account });
  try {
    const { store, account: owner } = await client.runs('look');
    const [run, ...others] = await store.list(owner, { limit: 10 });
    assert.deepEqual(others, [], `${account}: another run`);
    assert.deepEqual([run?.key, run?.state, run?.charged, run?.unused], [account, 'completed', charged, 0]);
    const { totals } = await client.money();
    assert.deepEqual([totals.charged, totals.reserved], [charged, totals.in_doubt], account);
    assert.ok(charged + totals.in_doubt <= 10, account);
  } finally {
    await client.close();
    await state.close();
  }
}

/** Answers each read of keywords with another one, so that a repeated program would show. */
async function keepingPlatform(clock: ReturnType<typeof fastClock>): Promise<Platform> {
  const platform = await startPlatform(clock);
  const idOf = (path: string): number => Number(path.split('/')[2]);
  let reads = 0;
  platform.on('POST /projects/#/storylines', (request) =>
    json({ storyline_id: idOf(request.path), status: 'generating' }, 202),
  );
  platform.on('GET /storylines/#', (request) => json({ data: { id: idOf(request.path), status: 'completed' } }));
  platform.on('GET /projects/#/keywords', (...seen) =>
    json({ data: [{ id: ++reads }], meta: { current_page: 1, last_page: 1, total: 1, per_page: 25 } })(...seen),
  );
  platform.on('POST /projects/#/keywords', json({ data: { id: 1 } }, 201));
  platform.on('POST /articles/#/generate', json({}, 202));
  platform.on('GET /articles/#', json({ data: { processing_status: 'ready' } }));
  return platform;
}
