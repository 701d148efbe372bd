/** Resolves when the process is asked to end. Its listeners keep the process alive until then. */
export const untilStopped = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
