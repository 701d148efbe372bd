import type { Client } from '../client/client.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { codeLimits } from '../base/code-limits.ts';
import type { Config } from './config/config.ts';
import { createPerform } from '../programs/platform/perform.ts';
import { Runs, type RunsParts } from '../programs/index.ts';
import { taskRunner } from '../tools/run-task.ts';

/** What a server or a command adds to runs. */
export type RunServerOptions = Pick<
  RunsParts,
  'enqueue' | 'endWaits' | 'engines' | 'endsAfterRun' | 'caller' | 'isConnected'
>;

/** Creates the runner of programs over a client, within the configured bounds. */
export function openRuns(
  client: Client,
  { readOnly, codeLimits: givenLimits }: Pick<Config, 'readOnly' | 'codeLimits'>,
  onDefect: (error: unknown) => void,
  clock: Clock = systemClock,
  serverOptions: RunServerOptions = {},
  outFolder?: string,
): Runs {
  const options = { toolsets: [], readOnly, maxWaitSeconds: undefined };
  return new Runs({
    client,
    clock,
    readOnly,
    limits: codeLimits(givenLimits),
    performOver: (own, run) =>
      createPerform({ client: own, runTask: taskRunner(own, options, clock), clock, outFolder, run }),
    onDefect,
    ...serverOptions,
  });
}
