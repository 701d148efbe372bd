/** What waits for each signal: one listener serves all, since a signal walks its listeners at each change. */
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
  const ends = waiting.get(signal) ?? new Set();
  if (!waiting.has(signal)) signal.addEventListener('abort', () => ends.forEach((one) => one()));
  waiting.set(signal, ends.add(end));
  if (signal.aborted) end();
  try {
    return await Promise.race([work, aborted.then(instead)]);
  } finally {
    ends.delete(end);
  }
}
