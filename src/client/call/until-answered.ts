/**
 * Runs `work` under a signal that follows the caller's only until the work has answered. A start that goes on behind an
 * answered call is not cancelled when the caller's connection closes.
 */
export async function untilAnswered<O extends { readonly signal?: AbortSignal | undefined }, T>(
  options: O,
  work: (options: O) => Promise<T>,
): Promise<T> {
  const { signal } = options;
  if (!signal) return work(options);
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work({ ...options, signal: own.signal });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
