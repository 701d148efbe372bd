import type { Client } from '../../client/client.ts';
import { systemClock, type Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import { createPerform } from '../../platform/perform.ts';
import { defaultRunLimits, type RunLimits } from '../../runs/run-limits.ts';
import { Runs, type RunsParts } from '../../runs/runs.ts';
import { taskRunner } from '../../tools/run-task.ts';

/** What a server adds to runs. */
export type RunServerOptions = Pick<RunsParts, 'enqueue' | 'endWaits' | 'engines' | 'caller' | 'isConnected'>;

/** Creates the runner of programs over a client, within the configured bounds. */
export function openRuns(
  client: Client,
  { readOnly, platform, codeLimits }: Pick<Config, 'readOnly' | 'platform' | 'codeLimits'>,
  onDefect: (error: unknown) => void,
  clock: Clock = systemClock,
  serverOptions: RunServerOptions = {},
): Runs {
  const options = { toolsets: [], readOnly, sandbox: platform.kind === 'sandbox', maxWaitSeconds: undefined };
  return new Runs({
    client,
    clock,
    readOnly,
    limits: limitsOf(codeLimits),
    performOver: (own) => createPerform({ client: own, runTask: taskRunner(own, options), clock }),
    onDefect,
    ...serverOptions,
  });
}

/** The bounds of programs as configured. */
export const limitsOf = ({
  runs,
  calls,
  compute,
  memory,
  depth,
  arguments: argumentsKb,
  log,
  result,
  data,
  code,
  input,
  wall,
}: Config['codeLimits']): RunLimits => ({
  runs: runs ?? defaultRunLimits.runs,
  calls: calls ?? defaultRunLimits.calls,
  computeSeconds: compute ?? defaultRunLimits.computeSeconds,
  memoryMb: memory ?? defaultRunLimits.memoryMb,
  depthKb: depth ?? defaultRunLimits.depthKb,
  argumentsKb: argumentsKb ?? defaultRunLimits.argumentsKb,
  logKb: log ?? defaultRunLimits.logKb,
  resultKb: result ?? defaultRunLimits.resultKb,
  dataMb: data ?? defaultRunLimits.dataMb,
  codeKb: code ?? defaultRunLimits.codeKb,
  inputKb: input ?? defaultRunLimits.inputKb,
  wallSeconds: wall ?? defaultRunLimits.wallSeconds,
});
