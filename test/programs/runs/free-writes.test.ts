import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { RunView } from '../../../src/programs/runs/run-view.ts';
import type { Runs } from '../../../src/programs/runs/runs.ts';
import { openState } from '../../../src/state/open-state.ts';
import { clientOf } from '../../support/bench.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { ignore, json, startPlatform, tooMany, type Behaviour } from '../../support/platform.ts';
import { type Store } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';
import { runsOver } from './support/runs-over.ts';

interface Case {
  readonly code: string;
  /** The free write that it makes. */
  readonly write: string;
}

const call: Case = {
  code: `return (await platform.keywords.create({ project: 1, keyword: 'tent pegs' })).data.id`,
  write: 'POST /projects/1/keywords',
};

const workflow: Case = {
  code: `return (await platform.workflows.writeArticle({ project: 1, keyword: 'tent pegs' })).data`,
  write: 'POST /projects/1/articles',
};

/**
 * Runs the program over a platform that answers its write in that way, closes its runs as soon as they are to be,
 * and resumes it over another client.
 */
async function resumedAfter(
  answers: readonly Behaviour[],
  { code, write }: Case,
  isToClose: (runs: Runs, id: string, store: Store) => unknown,
): Promise<{ view: RunView; sent: number }> {
  const clock = fastClock(20, systemClock.steady());
  const platform = await startPlatform(clock);
  await using store = await freshStore();
  const opened: { close(): Promise<void> }[] = [];
  const open = async (): Promise<Runs> => {
    const state = await openState(store.location, clock);
    const client = await clientOf({ apiUrl: platform.url, state, clock });
    const runs = runsOver(client, clock);
    opened.unshift(runs, client, state);
    return runs;
  };
  platform.on(write, ...answers, json({ data: { id: 7 } }, 201));
  for (const list of ['storylines', 'articles'])
    platform.on(
      `GET /projects/1/${list}`,
      json({ data: [], meta: { current_page: 1, last_page: 1, total: 0, per_page: 25 } }),
    );
  platform.on('GET /projects/1', json({ data: { id: 1, name: 'Tents', language: 'en' } }));
  const earlier = await open();
  const id = await earlier.start({ code, may: ['read', 'write'], maxCredits: 50 });
  await platform.arrival(write);
  await expect.poll(() => isToClose(earlier, id, store), { interval: 20 }).toBe(true);
  expect((await earlier.look(id)).state).toBe('running');
  await earlier.close();
  const later = await open();
  await later.resume(id);
  const view = await later.wait(id, 3_600_000);
  await platform.close();
  for (const one of opened) await one.close();
  return { view, sent: platform.to(write).length };
}

/** Whether a write is on record, and may have left or not. */
const isOnRecord = (mayHaveLeft: boolean) => async (_: Runs, __: string, store: Store) =>
  (await store.query(`SELECT effect FROM run_effects WHERE has_left = ${Number(mayHaveLeft)}`)).length === 1;

test.each([
  ['by a call', call],
  ['by a workflow', workflow],
])('a free write that was in flight when its process ended is not sent again: %s', async (_, of) => {
  const { view, sent } = await resumedAfter([ignore], of, isOnRecord(true));
  expect(sent).toBe(1);
  expect(view.failure).toMatchObject({ cause: 'outcome_unknown' });
});

test('a free write that the platform did not carry out is sent again', async () => {
  const { view, sent } = await resumedAfter([tooMany('10')], call, isOnRecord(false));
  expect(sent).toBe(2);
  expect(view.run.result).toBe('7');
});

const refused = json({ message: 'No.' }, 422);
const refusedInPassing = json({ message: 'Not now.' }, 402);

test.each<[string, readonly Behaviour[], tries: number, sent: number, end: unknown]>([
  ['was carried out is not sent again', [], 1, 1, 7],
  ['was refused is refused again, and not sent', [refused], 1, 1, 'invalid_arguments'],
  ['was refused in passing is sent again', [refusedInPassing], 1, 2, 7],
  ['succeeded at the second try is not sent again', [refusedInPassing], 2, 2, 7],
])('a free write that %s', async (_, answers, tries, sent, end) => {
  const code = `
    let end;
    for (let tries = ${tries}; tries > 0 && typeof end !== 'number'; tries--)
      end = await platform.keywords.create({ project: 1, keyword: 'tent pegs' })
        .then(({ data }) => data.id, ({ code }) => code);
    log('tried');
    await sleep(20_000);
    return end;`;
  const hasTried = (runs: Runs, id: string): boolean => runs.logOf(id).length > 0;
  const resumed = await resumedAfter(answers, { ...call, code }, hasTried);
  expect(resumed.view.failure).toBeUndefined();
  expect([resumed.sent, JSON.parse(resumed.view.run.result ?? 'null')]).toEqual([sent, end]);
});
