import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Agent } from '../../eval/agent.ts';
import { commandAgent } from '../../eval/command-agent.ts';
import { referenceAgent } from '../../eval/reference-agent.ts';
import { report } from '../../eval/report.ts';
import { runTask } from '../../eval/run-task.ts';
import { tasks } from '../../eval/tasks/index.ts';

const idle = (): Agent => ({ next: async () => ({ answer: 'done' }), [Symbol.asyncDispose]: async () => {} });

describe('the evaluation', () => {
  it('has at least 75 tasks with names of their own', () => {
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    expect(tasks.length).toBeGreaterThanOrEqual(75);
  });

  it.each(tasks)('task $id is solved by its known right calls', async (task) => {
    expect(await runTask(task, referenceAgent)).toMatchObject({ success: true });
  });

  it('fails an agent that does nothing, and has no task that asks for nothing', async () => {
    const task = tasks.find(({ id }) => id === 'write-article')!;
    expect(await runTask(task, idle)).toMatchObject({ success: false, calls: 0, credits: 0 });
    await expect(runTask({ ...task, check: async () => true }, idle)).rejects.toThrow('solved before it begins');
  });

  it('fails an agent that draws more than a right solution does', async () => {
    const task = tasks.find(({ id }) => id === 'write-article')!;
    const twice = { ...task, calls: [...task.calls, ['research_keywords', { seeds: ['moss'] }] as const] };
    expect(await runTask(task, () => referenceAgent(twice))).toMatchObject({
      success: false,
      credits: 10,
      why: expect.stringContaining('drew 10'),
    });
  });

  it('runs an agent behind a command line, which sees the task, the tools and its results', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'visibility-eval-'));
    try {
      const script = join(folder, 'agent.mjs');
      await writeFile(script, agentScript);
      const task = tasks.find(({ id }) => id === 'balance')!;
      const outcome = await runTask(task, () => commandAgent(`"${process.execPath}" "${script}"`));
      expect(outcome).toMatchObject({ success: true, calls: 2, refusals: 1, credits: 0 });
      expect(outcome.tokens).toBeGreaterThan(50);
      expect(report([outcome])).toMatch(/average\s+1\/1\s+2\.0\s+\d+\s+1\.00\s+0\.0/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Calls a tool that is none, then `credits`, and answers with what it got. */
const agentScript = `
import { createInterface } from 'node:readline';
const say = (move) => console.log(JSON.stringify(move));
for await (const line of createInterface({ input: process.stdin })) {
  const { type, text, tools, instructions, isError } = JSON.parse(line);
  if (type === 'task') say({ call: tools.some(({ name }) => name === 'credits') && instructions && text ? 'no_such_tool' : '' });
  else if (isError) say({ call: 'credits', arguments: {} });
  else say({ answer: text });
}
`;
