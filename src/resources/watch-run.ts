import type { Client } from '../client/client.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import type { Clock } from '../clock.ts';
import type { Watched, WatchOptions } from './resource.ts';

/** Milliseconds between two reads of a run: any process may execute it. */
const readMs = 1_000;

/** Follows a run from state to state, until it is over. */
export async function watchRun(
  client: Client,
  clock: Clock,
  id: string,
  { onChange, signal }: WatchOptions,
): Promise<Watched> {
  const runs = await client.runs('look');
  const read = async (): Promise<string | undefined> => {
    const run = await runs.find(id);
    return run && (run.state === 'running' && !run.isLeased ? 'interrupted' : run.state);
  };
  const first = await read();
  if (first === undefined)
    throw new VisibilityError('not_found', `No run ${JSON.stringify(id.slice(0, 60))} is on record for this token.`, {
      outcome: 'not_sent',
    });
  return { over: follow(first) };

  async function follow(known: string | undefined): Promise<void> {
    let state = known;
    while (!signal.aborted && state !== undefined && !isOver(state)) {
      await clock.sleep(readMs, signal, { keepsAlive: false }).catch(() => undefined);
      // A store that cannot be read now is read again.
      const now = signal.aborted ? state : await read().catch(() => state);
      if (now !== state) onChange();
      state = now;
    }
  }
}

const isOver = (state: string): boolean => state !== 'running' && state !== 'interrupted';
