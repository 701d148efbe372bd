import type { Client } from '../../../src/client/client.ts';
import { openRuns, type RunServerOptions } from '../../../src/cli/wiring/open-runs.ts';
import type { Runs } from '../../../src/runs/runs.ts';
import type { Clock } from '../../../src/clock.ts';

/** Runs of programs over a client, as a process has them. */
export const runsOver = (client: Client, clock: Clock, options: RunServerOptions = {}): Runs =>
  openRuns(client, { readOnly: false, codeLimits: {} }, () => undefined, clock, options);
