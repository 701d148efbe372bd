import type { Exit } from '../../src/tools/results/run-tool.ts';

/** The exit of a server without secrets, over a real platform. */
export const noSecrets: Exit = { redact: (shown) => shown, sandbox: false };
