import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/clock.ts';
import type { RunView } from '../../../src/programs/runs/run-view.ts';
import type { Runs } from '../../../src/programs/runs/runs.ts';
import { openState } from '../../../src/state/open-state.ts';
import { clientOf } from '../../support/bench.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { ignore, json, startPlatform, tooMany, type Behaviour } from '../../support/platform.ts';
import { asked } from '../../support/state/sql.ts';
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
 * Runs the program until the platform has answered its write as `first` does and the store has it on record, closes its runs, and
 * resumes it over another client.
 */
async function resumedAfter(
  first: Behaviour,
  { code, write }: Case,
  isOnRecord: string,
): Promise<{ view: RunView; sent: number }> {
  const clock = fastClock(20, systemClock.steady());
  const platform = await startPlatform(clock);
  await using store = await freshStore();
  const opened: { close(): Promise<void> }[] = [];
  const open = async (): Promise<Runs> => {
    const state = await openState(store.location, clock);
    const client = await clientOf({ apiUrl: platform.apiUrl, state, clock });
    const runs = runsOver(client, clock);
    opened.unshift(runs, client, state);
    return runs;
  };
  platform.on(write, first, json({ data: { id: 7 } }, 201));
  for (const list of ['storylines', 'articles'])
    platform.on(
      `GET /projects/1/${list}`,
      json({ data: [], meta: { current_page: 1, last_page: 1, total: 0, per_page: 25 } }),
    );
  platform.on('GET /projects/1', json({ data: { id: 1, name: 'Tents', language: 'en' } }));
  const earlier = await open();
  const id = await earlier.start({ code, may: ['read', 'write'], maxCredits: 50 });
  await platform.arrival(write);
  await expect.poll(async () => (await asked(store.location, [isOnRecord])).length).toBe(1);
  await earlier.close();
  const later = await open();
  await later.resume(id);
  const view = await later.wait(id, 3_600_000);
  await platform.close();
  for (const one of opened) await one.close();
  return { view, sent: platform.to(write).length };
}

const hasLeft = 'SELECT effect FROM run_effects WHERE has_left = 1';

test.each([
  ['by a call', call, hasLeft],
  ['by a workflow', workflow, hasLeft],
])('a free write that was in flight when its process ended is not sent again: %s', async (_, of, isOnRecord) => {
  const { view, sent } = await resumedAfter(ignore, of, isOnRecord);
  expect(sent).toBe(1);
  expect(view.failure).toMatchObject({ cause: 'outcome_unknown' });
});

test('a free write that the platform did not carry out is sent again', async () => {
  const { view, sent } = await resumedAfter(tooMany('10'), call, hasLeft.replace('1', '0'));
  expect(sent).toBe(2);
  expect(view.run.result).toBe('7');
});
