import type { Client } from '../client/client.ts';
import { standingOf } from '../client/runs/run-records.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import type { Clock } from '../clock.ts';
import type { ResourceWatch, WatchOptions } from './resource.ts';

/** Milliseconds between two reads of a run, which any process may be executing. */
const readMs = 1_000;

/** Watches the state of a run until the run is over. */
export async function watchRun(
  client: Client,
  clock: Clock,
  id: string,
  { onChange, signal }: WatchOptions,
): Promise<ResourceWatch> {
  const runs = await client.runs('look');
  const read = async (): Promise<string | undefined> => {
    const standing = await runs.standing(id);
    return standing && standingOf(standing);
  };
  if (!(await runs.find(id)))
    throw new VisibilityError('not_found', `No run ${JSON.stringify(id.slice(0, 60))} is on record for this token.`, {
      outcome: 'not_sent',
    });
  return { over: follow(await read()) };

  async function follow(lastState: string | undefined): Promise<void> {
    let state = lastState;
    while (!signal.aborted && state !== undefined && !isOver(state)) {
      await clock.sleep(readMs, signal, { keepsAlive: false }).catch(() => undefined);
      // Where the store cannot be read now, the next round reads it.
      const now = signal.aborted ? state : await read().catch(() => state);
      if (now !== state) onChange();
      state = now;
    }
  }
}

const isOver = (state: string): boolean => state !== 'running' && state !== 'interrupted';
