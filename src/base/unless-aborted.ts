/** Those who wait for a signal. A signal with hundreds of listeners of its own takes longer and longer to add one. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** The outcome of the work; once the signal is aborted, the value of `instead`. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: () => T,
): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<void>();
  const waiters = waitersFor(signal);
  waiters.add(aborted.resolve);
  if (signal.aborted) aborted.resolve();
  try {
    return await Promise.race([work, aborted.promise.then(instead)]);
  } finally {
    waiters.delete(aborted.resolve);
  }
}

function waitersFor(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known) return known;
  const waiters = new Set<() => void>();
  waiting.set(signal, waiters);
  signal.addEventListener('abort', () => waiters.forEach((resolve) => resolve()), { once: true });
  return waiters;
}
