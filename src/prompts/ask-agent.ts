import type { Prompt } from './prompt.ts';
import { goOn, lines, quoted } from './wording.ts';

export const askAgent: Prompt = {
  name: 'ask_agent',
  title: "Ask the platform's agent",
  description: "Give the platform's own agent a task. It draws credits as it works; no price is known beforehand.",
  tool: 'ask_agent',
  arguments: [{ name: 'task', description: 'What it shall do', required: true }],
  render: ({ task = '' }) =>
    lines(
      `Give the platform's agent this task with ask_agent: ${quoted(task)}`,
      `Put every question it asks back to me. ${goOn} Then show its answer and what it cost.`,
    ),
};
