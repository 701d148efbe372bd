import type { Prompt } from './prompt.ts';
import { lines, quoted } from './wording.ts';

export const visibilityReport: Prompt = {
  name: 'visibility_report',
  title: 'Report on AI visibility',
  description: 'How AI assistants see a tracked brand, and where it could win. Free.',
  tool: 'visibility_report',
  arguments: [
    {
      name: 'brand',
      description: 'Brand or domain; not needed if only one is tracked',
      required: false,
      suggests: 'tracking-projects',
    },
  ],
  render: ({ brand = '' }) =>
    lines(
      `Report on AI visibility${brand ? ` of ${quoted(brand)}` : ''} with visibility_report.`,
      'Start with score and tier, then the platforms, the gaps, the competitors and the cited sources. Close with three things to do, the easiest to win first.',
    ),
};
