import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** The list in parts. Other work of the process goes on between them. */
export async function* inTurns<T>(list: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < list.length; from += size) {
    await turnOfEventLoop();
    yield list.slice(from, from + size);
  }
}
