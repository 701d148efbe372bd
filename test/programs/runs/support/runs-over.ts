import type { Client } from '../../../../src/client/client.ts';
import { openRuns, type RunServerOptions } from '../../../../src/app/open-runs.ts';
import type { Runs } from '../../../../src/programs/runs/runs.ts';
import type { Clock } from '../../../../src/base/clock.ts';

/** Runs of programs over a client, as a process has them. */
export const runsOver = (client: Client, clock: Clock, options: RunServerOptions = {}): Runs =>
  openRuns(client, { readOnly: false, codeLimits: {} }, () => undefined, clock, options);
