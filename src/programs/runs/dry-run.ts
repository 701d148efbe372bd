import type { Operation } from '../../catalog/index.ts';
import type { Platform } from '../../client/index.ts';
import { newRunId, type Run } from '../../state/run-store.ts';
import type { Engines } from '../engine/engine.ts';
import type { ProgramEffects } from '../platform/perform.ts';
import type { Execution } from './execution.ts';
import { openExecution } from './open-execution.ts';
import { type ProgramOrder, refuseProgram } from './program-order.ts';
import { runRefusal } from './run-failure.ts';
import type { RunView } from './run-view.ts';
import type { RunsParts } from './runs-parts.ts';

/** A call that was not sent. */
export interface PlannedCall {
  readonly operation: string;
  readonly arguments: unknown;
  /** Upper bound; null if none is known. */
  readonly credits: number | null;
}

/** The result of a dry run: how the program ended, and the list of its effects. */
export interface DryRun {
  readonly view: RunView;
  readonly planned: readonly PlannedCall[];
}

/**
 * Runs a program whose effects are listed instead of sent. The run is not recorded.
 * @param sample the answer of an operation, made from its declaration
 * @param hold called with the execution, so that it can be interrupted
 */
export async function executeDry(
  parts: RunsParts,
  engines: Engines,
  { code, input, may, maxCredits }: ProgramOrder,
  sample: (operation: Operation) => unknown,
  label: string | undefined,
  hold: (execution: Execution) => void,
): Promise<DryRun> {
  const { client, clock, limits } = parts;
  const inputJson = JSON.stringify(input ?? null);
  refuseProgram(code, inputJson, limits);
  const createdAt = clock.now();
  const id = newRunId(createdAt);
  const run: Run = { ...unrecordedRun, id, code, input: inputJson, may, maxCredits, label, createdAt };
  const planned: PlannedCall[] = [];
  const execution = openExecution(parts, engines, run, listedEffects(client, planned, sample), {
    isDry: true,
    charged: async () => 0,
    onProgress: () => undefined,
  });
  hold(execution);
  execution.begin();
  const ending = await execution.ending;
  if (ending.kind === 'interrupted') throw runRefusal('interrupted', 'This server is shutting down.');
  const { log, calls } = execution;
  const isCompleted = ending.kind === 'completed';
  const ended = isCompleted ? { result: ending.result, exitCode: ending.exitCode ?? null } : {};
  const failure = isCompleted ? undefined : ending.failure;
  return { planned, view: { run: { ...run, calls, ...ended }, state: ending.kind, failure, log } };
}

/** The fields of a run that is not recorded. */
const unrecordedRun = {
  consent: 'not_needed',
  key: undefined,
  state: 'running',
  result: null,
  exitCode: null,
  error: null,
  log: [],
  charged: 0,
  held: 0,
  calls: {},
  endedAt: null,
  isLeased: true,
  unused: 0,
} as const satisfies Partial<Run>;

/** The effects of a dry run: they are priced and listed in the order of the calls, and answered with a sample. */
function listedEffects(
  client: Pick<Platform, 'quote'>,
  planned: PlannedCall[],
  sample: (operation: Operation) => unknown,
): ProgramEffects {
  return {
    async call({ operation, input }) {
      const at = planned.length;
      const plan = { operation: operation.name, arguments: input };
      planned.push({ ...plan, credits: null });
      const { credits } = await client.quote(operation, input);
      planned[at] = { ...plan, credits };
      return { data: sample(operation), credits: { estimated: credits ?? 0, charged: 0 } };
    },
    local: async (_name, _args, _work, answer) => answer,
  };
}
