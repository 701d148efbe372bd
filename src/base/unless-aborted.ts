/** The outcome of the work; once the signal is aborted, the value of `instead`. */
export async function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
  instead: () => T,
): Promise<T> {
  if (!signal) return work;
  const aborted = Promise.withResolvers<void>();
  const resolve = (): void => aborted.resolve();
  signal.addEventListener('abort', resolve);
  if (signal.aborted) resolve();
  try {
    return await Promise.race([work, aborted.promise.then(instead)]);
  } finally {
    signal.removeEventListener('abort', resolve);
  }
}
