import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openRuns } from '../src/app/open-runs.ts';
import { systemClock } from '../src/base/clock.ts';
import { readConfig } from '../src/app/config/config.ts';
import { isVisibilityError } from '../src/client/errors.ts';
import type { Runs } from '../src/programs/runs/runs.ts';
import { createTools } from '../src/tools/index.ts';
import { instructions } from '../src/tools/instructions.ts';
import { readCallOf } from '../src/tools/definition/read-call.ts';
import { runTool } from '../src/tools/results/run-tool.ts';
import type { Tool, ToolResult } from '../src/tools/definition/tool.ts';
import { noSecrets } from '../test/support/no-secrets.ts';
import { openStage, type Stage } from '../test/tools/workflows/support/stage.ts';
import type { Agent } from './agent.ts';
import type { End, Task } from './task.ts';

/** What became of a task. */
export interface Outcome {
  readonly task: string;
  readonly success: boolean;
  /** Why not, where it is no success. */
  readonly why?: string;
  readonly calls: number;
  /** Of all results together, in o200k tokens. */
  readonly tokens: number;
  /** Results that are errors. */
  readonly refusals: number;
  /** Drawn from the team's balance. */
  readonly credits: number;
}

/** After so many calls an agent is taken to be lost. */
const maxCalls = 60;

/**
 * Has an agent solve a task on an embedded platform of its own. Time stands still while the agent thinks, and jumps from
 * one event to the next while a call waits, so that jobs of minutes take none. Rejects if the task is solved before it begins.
 */
export async function runTask(task: Task, agentFor: (task: Task) => Agent): Promise<Outcome> {
  const { start = {} } = task;
  await using platform = await openStage(
    start.budget ? { budget: start.budget } : {},
    {},
    start.balance === undefined ? {} : { balance: start.balance },
  );
  await start.prepare?.(platform.ask);
  if (await holds(task, { ask: platform.ask, answer: 'done' }))
    throw new Error(`${task.id} is solved before it begins`);
  const before = await platform.balance();
  platform.clock.stop();
  await using agent = agentFor(task);
  await using programs = programsOn(platform);
  const { answer, ...counted } = await converse(task, agent, platform, programs.tools);
  platform.clock.run();
  const credits = before - (await platform.balance());
  const why = await failing(task, platform, answer, credits);
  return { task: task.id, success: why === undefined, ...(why ? { why } : {}), ...counted, credits };
}

/**
 * The tools of a stage, with `run_code`, whose programs are started by its first call. They compute in the machine's time, which the
 * stage's clock would overtake; their dates are the stage's.
 */
function programsOn({ client, clock }: Stage): AsyncDisposable & { readonly tools: readonly Tool[] } {
  let runs: Runs | undefined;
  const settings = readConfig({ sandbox: true }, {});
  const aheadMs = clock.now() - systemClock.now();
  const computing = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const tools = createTools(client, {
    toolsets: [],
    readOnly: false,
    maxWaitSeconds: 600,
    runs: async () => (runs ??= openRuns(client, settings, (error) => void console.error(error), computing)),
  });
  return { tools, [Symbol.asyncDispose]: async () => runs?.close() };
}

async function converse(task: Task, agent: Agent, { clock }: Stage, tools: readonly Tool[]) {
  let [calls, tokens, refusals] = [0, 0, 0];
  let move = await agent.next({
    type: 'task',
    id: task.id,
    text: task.text,
    instructions: instructions({ sandbox: false, budget: undefined, readOnly: false }),
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  });
  while ('call' in move && calls < maxCalls) {
    calls++;
    const { text, isError = false } = await made(tools, clock, move.call, move.arguments);
    tokens += countTokens(text);
    if (isError) refusals++;
    move = await agent.next({ type: 'result', text, isError });
  }
  return { calls, tokens, refusals, answer: 'answer' in move ? move.answer : undefined };
}

async function made(
  tools: readonly Tool[],
  clock: Stage['clock'],
  name: string,
  given: unknown,
): Promise<Pick<ToolResult, 'text' | 'isError'>> {
  const tool = tools.find((one) => one.name === name);
  if (!tool)
    return { isError: true, text: JSON.stringify({ ok: false, error: { message: `There is no tool ${name}` } }) };
  clock.run();
  try {
    return await runTool(
      await readCallOf(tool, given),
      { onDefect: (error) => void console.error(error), clock },
      noSecrets,
    );
  } finally {
    clock.stop();
  }
}

async function failing(
  task: Task,
  { ask }: Stage,
  answer: string | undefined,
  credits: number,
): Promise<string | undefined> {
  if (answer === undefined) return `no answer after ${maxCalls} calls`;
  if (credits > task.credits) return `drew ${credits} credits, at most ${task.credits} are right`;
  return (await holds(task, { ask, answer })) ? undefined : 'the end state is not what was asked for';
}

/** What the platform refuses to show is not there. */
async function holds({ check }: Task, end: End): Promise<boolean> {
  try {
    return await check(end);
  } catch (error) {
    if (isVisibilityError(error)) return false;
    throw error;
  }
}
