import { preloading } from './test-script.ts';

/** Goes into the environment of a process: one that has not ended 5 s after SIGTERM exits with code 99. */
export const exitDeadline = { NODE_OPTIONS: preloading(new URL('./preload-exit-deadline.ts', import.meta.url)) };
