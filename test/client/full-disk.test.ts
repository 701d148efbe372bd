import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { State } from '../../src/state/state.ts';
import { aroundSteps } from '../support/processes/around-steps.ts';
import { bench } from '../support/bench.ts';
import { diskUnder } from '../support/processes/full-disk.ts';
import { json } from '../support/platform.ts';
import { article, create, generate, start, story, tellStory, writeArticles } from '../support/stories.ts';
import { engine } from '../support/state/store.ts';
import { isThorough } from '../support/thorough.ts';
import { isVisibilityError } from '../../src/client/errors.ts';

/** Milliseconds: longer than a reservation holds that is not used, and than a sender that says nothing is waited for. */
const later = 20 * 60_000;

const isWhole = (file: string): boolean => {
  const db = new DatabaseSync(file);
  const integrity = db.prepare('PRAGMA integrity_check').get();
  db.close();
  return integrity?.['integrity_check'] === 'ok';
};

/** Tells of each step that the state is asked for, before it is taken. */
const watched = (state: State, before: () => void): State =>
  aroundSteps(state, async (step, run) => {
    if (step !== 'ledger.waitForChange' && step !== 'close') before();
    return run();
  });

/** The refusal itself; anything else fails the test. */
function refused(error: unknown): unknown {
  if (isVisibilityError(error)) return error;
  throw error;
}

/** Every step, or every fourth one, others of each call. */
const stride = isThorough ? 1 : 4;

test.runIf(engine === 'sqlite').each([
  ['charged at its start', generate, article(), 'POST /articles/1/generate', 1],
  ['charged on success', create, story, start, isThorough ? 1 : 3],
] as const)(
  'a call %s is sent once at most at whichever step the disk gets full, and with room again it is paid once',
  async (_, operation, given, route, firstStep) => {
    const endings = new Set<string>();
    for (let full: number = firstStep; ; full += stride) {
      await using rig = await bench();
      using disk = diskUnder(rig.store.location);
      writeArticles(rig.platform);
      rig.platform.on('GET /articles/1', (...args) =>
        json({ data: { processing_status: rig.platform.to(route).length > 0 ? 'ready' : null } })(...args),
      );
      tellStory(rig.platform, 'completed');
      let steps = 0;
      const state = watched(await rig.state(), () => {
        if (++steps === full) disk.fill();
      });
      const client = await rig.client({ state });
      const call = () => client.call(operation, given).then(({ job }) => job?.state, refused);
      const sent = () => rig.platform.to(route).length;

      const first = await call();
      if (steps < full) break;
      const sentCount = sent();
      if (sentCount === 1 && isVisibilityError(first)) expect(first.outcome, `step ${full}`).toBe('unknown');
      if (sentCount === 0) expect(first, `step ${full}`).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
      await call();
      expect(sent(), `step ${full}`).toBe(sentCount);

      disk.clear();
      expect(isWhole(rig.store.location)).toBe(true);
      await rig.clock.sleep(later);
      const { charged, reserved } = (await client.money()).totals;
      expect(charged + reserved, `step ${full}`).toBe(5 * sentCount);
      expect(await call(), `step ${full}`).toBe('completed');
      expect(sent(), `step ${full}`).toBe(1);
      expect((await client.money()).totals, `step ${full}`).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
      endings.add(sentCount === 0 ? 'not sent' : 'sent');
    }
    expect(endings).toEqual(new Set(['not sent', 'sent']));
  },
);
