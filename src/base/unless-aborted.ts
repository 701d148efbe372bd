/**
 * What waits for each signal: all calls of a process wait for the same one, and a signal walks its list of listeners each time that one
 * is added or removed.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** The outcome of the work; once the signal is aborted, the value of `instead`. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: () => T,
): Promise<T> {
  if (!signal) return work;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const ends = endsOf(signal).add(end);
  if (signal.aborted) end();
  try {
    return await Promise.race([work, aborted.then(instead)]);
  } finally {
    ends.delete(end);
  }
}

function endsOf(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known) return known;
  const ends = new Set<() => void>();
  waiting.set(signal, ends);
  signal.addEventListener('abort', () => ends.forEach((end) => end()), { once: true });
  return ends;
}
