import type { Prompt } from './prompt.ts';
import { goOn, lines, quoted } from './wording.ts';

export const researchKeywords: Prompt = {
  name: 'research_keywords',
  title: 'Research keywords',
  description: 'Find keywords worth writing for, from terms of yours or from a project alone. Costs 5 credits.',
  tool: 'research_keywords',
  arguments: [
    {
      name: 'seeds',
      description: 'Terms to start from, separated by commas; left out, an AI finds them for the project',
      required: false,
    },
    { name: 'project', description: 'Name or domain of the project', required: false, suggests: 'projects' },
  ],
  render: ({ seeds = '', project = '' }) =>
    lines(
      `Research keywords with research_keywords${
        seeds
          ? ` for ${seeds
              .split(',')
              .map((seed) => quoted(seed.trim()))
              .join(', ')}`
          : ', without seeds'
      }${project ? ` for the project ${quoted(project)}` : ''}. ${goOn}`,
      'Show the clusters as a table, best opportunity first, with volume and difficulty. Then say which three to write about first, and why.',
    ),
};
