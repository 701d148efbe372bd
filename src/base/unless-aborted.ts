/** The outcome of the work; once the signal is aborted, the value of `instead`. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: () => T,
): Promise<T> {
  if (!signal) return work;
  const { promise: aborted, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await Promise.race([work, aborted.then(instead)]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
