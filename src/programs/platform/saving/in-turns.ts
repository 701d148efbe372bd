import { setImmediate as turnOfEventLoop } from 'node:timers/promises';

/** A list, or a text, in parts. Other work of the process continues between them. */
export async function* inTurns<P extends { readonly length: number; slice(from: number, to: number): P }>(
  list: P,
  size: number,
): AsyncGenerator<P> {
  for (let from = 0; from < list.length; from += size) {
    await turnOfEventLoop();
    yield list.slice(from, from + size);
  }
}
