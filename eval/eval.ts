import { parseArgs } from 'node:util';
import { commandAgent } from './command-agent.ts';
import { referenceAgent } from './reference-agent.ts';
import { report } from './report.ts';
import { runTask, type Outcome } from './run-task.ts';
import { tasks } from './tasks/index.ts';

/** `npm run eval -- [--agent COMMAND] [--task ID]… [--json]`: without a command, the reference agent. */
const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    task: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
  },
});
const { agent: command, task: ids, json } = values;
const unknown = ids.filter((id) => !tasks.some((task) => task.id === id));
if (unknown.length > 0)
  throw new Error(`no task ${unknown.join(', ')}; there are ${tasks.map(({ id }) => id).join(', ')}`);

const outcomes: Outcome[] = [];
for (const task of tasks.filter(({ id }) => ids.length === 0 || ids.includes(id))) {
  try {
    outcomes.push(await runTask(task, (one) => (command === undefined ? referenceAgent(one) : commandAgent(command))));
  } catch (error) {
    // One task that breaks the agent costs only that task.
    const why = error instanceof Error ? error.message : String(error);
    outcomes.push({ task: task.id, success: false, why, calls: 0, tokens: 0, refusals: 0, credits: 0 });
  }
}
console.log(json ? JSON.stringify(outcomes) : report(outcomes));
process.exitCode = outcomes.every(({ success }) => success) ? 0 : 1;
