import * as z from 'zod';
import { text } from '../../definition/tool-arguments.ts';
import { placeholderId, defineWorkflow } from '../shared/define-workflow.ts';

/** The platform's own agent, in a conversation. */
export const askAgentTool = defineWorkflow({
  name: 'ask_agent',
  title: "Ask the platform's agent",
  about: "Give the platform's own agent a task",
  hint: 'a task no tool here does',
  description:
    "Give the platform's own agent a task in words, where no tool here does it. It answers or asks back: put its question to the person, then call with session_id and answer. Up to 10 min. Metered: draws credits as it works, no bound known beforehand: under a budget the operator allows it (VISIBILITY_BUDGET=…,50/unpriced).",
  input: () => ({
    message: z.string().min(1).max(10_000).describe('Up to 10,000 characters').optional(),
    session_id: z.int().min(1).describe('Go on with this conversation').optional(),
    answer: text.describe('Label of an option of its question').optional(),
  }),
  maxCredits: null,
  paidCall: ({ message, answer }) =>
    answer === undefined
      ? ['agentic_chat.chat', { message: message ?? 'any' }]
      : ['agentic_chat.answer_question', { id: placeholderId, option_label: answer }],
  isDialogue: true,
  unlessPinned: ['project', 'tracking project'],
  run: async (task, order) => (await import('./ask-agent.ts')).askAgent(task, order),
});
