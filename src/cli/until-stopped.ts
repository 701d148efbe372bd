/** Resolves when the process is asked to leave. Keeps it alive until then. */
export const untilStopped = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) return resolve();
    const alive = setInterval(() => {}, 1 << 30);
    stop.addEventListener('abort', () => (clearInterval(alive), resolve()), { once: true });
  });
