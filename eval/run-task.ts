import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { isVisibilityError } from '../src/client/errors/visibility-error.ts';
import { instructions } from '../src/tools/instructions.ts';
import { readCallOf } from '../src/tools/read-call.ts';
import { runTool } from '../src/tools/run-tool.ts';
import type { ToolResult } from '../src/tools/tool.ts';
import { noSecrets } from '../test/support/no-secrets.ts';
import { stage, type Stage } from '../test/workflows/support/stage.ts';
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
 * one event to the next while a call waits, so that jobs of minutes take none.
 */
export async function runTask(task: Task, agentFor: (task: Task) => Agent): Promise<Outcome> {
  const { start = {} } = task;
  await using platform = await stage(
    start.budget ? { budget: start.budget } : {},
    {},
    start.balance === undefined ? {} : { balance: start.balance },
  );
  await start.prepare?.(platform.ask);
  const before = await platform.balance();
  platform.clock.stop();
  await using agent = agentFor(task);
  const { answer, ...counted } = await converse(task, agent, platform);
  platform.clock.run();
  const credits = before - (await platform.balance());
  const why = await failing(task, platform, answer, credits);
  return { task: task.id, success: why === undefined, ...(why ? { why } : {}), ...counted, credits };
}

async function converse(task: Task, agent: Agent, platform: Stage) {
  let [calls, tokens, refusals] = [0, 0, 0];
  let move = await agent.next({
    type: 'task',
    id: task.id,
    text: task.text,
    instructions: instructions({ sandbox: false, budget: undefined, readOnly: false }),
    tools: platform.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  });
  while ('call' in move && calls < maxCalls) {
    calls++;
    const { text, isError = false } = await made(platform, move.call, move.arguments);
    tokens += countTokens(text);
    if (isError) refusals++;
    move = await agent.next({ type: 'result', text, isError });
  }
  return { calls, tokens, refusals, answer: 'answer' in move ? move.answer : undefined };
}

async function made(
  { tools, clock }: Stage,
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
