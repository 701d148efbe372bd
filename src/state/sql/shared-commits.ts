import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Database, Moment, Steps } from './database.ts';

/**
 * Runs transactions of one turn of the event loop in one commit, which takes longer than their statements: with 200 callers,
 * commits of slots took half of the processor time of a read. Such a commit survives the death of any process but no power
 * failure. If one of the transactions fails, nothing of the commit is kept, and each is run alone.
 */
export function shareCommits(db: Database) {
  let pieces: { readonly lock: string | null; readonly steps: (moment: Moment) => Steps<unknown> }[] = [];
  let commit: Promise<unknown[]> | undefined;
  return async <T>(lock: string | null, steps: (moment: Moment) => Steps<T>): Promise<T> => {
    const together = pieces;
    const place = together.push({ lock, steps }) - 1;
    commit ??= turnOfEventLoop().then(() => {
      [pieces, commit] = [[], undefined];
      const locks = together.flatMap((piece) => piece.lock ?? []);
      return db.transaction(locks, (moment) => inTurn(together, moment), 'process');
    });
    try {
      return (await commit)[place] as T;
    } catch (error) {
      if (together.length === 1) throw error;
      return db.transaction(lock, steps, 'process');
    }
  };
}

function* inTurn(pieces: readonly { steps(moment: Moment): Steps<unknown> }[], moment: Moment): Steps<unknown[]> {
  const outcomes: unknown[] = [];
  for (const { steps } of pieces) outcomes.push(yield* steps(moment));
  return outcomes;
}
