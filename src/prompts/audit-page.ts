import type { Prompt } from './prompt.ts';
import { goOn, lines } from './wording.ts';

export const auditPage: Prompt = {
  name: 'audit_page',
  title: 'Audit a page',
  description: 'Audit one page as its visitors see it. Costs 30 credits, and up to 45 more for renders.',
  tool: 'audit_page',
  arguments: [
    { name: 'url', description: 'Address of the page', required: true },
    { name: 'persona', description: 'Whose eyes to look with', required: false },
  ],
  render: ({ url = '', persona = '' }) =>
    lines(
      `Audit the page ${url} with audit_page${persona ? `, as seen by: ${persona}` : ''}. ${goOn}`,
      'Report the scores, whom the page fits and whom not, and what to change, in order of effect. Say what it cost.',
    ),
};
