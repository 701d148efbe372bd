import type { Pins } from '../catalog/pins.ts';
import type { Prompt } from './prompt.ts';
import { prompts } from './prompts.ts';

export type { Prompt } from './prompt.ts';

/** One a workflow, in the order of the tools; without the arguments that `pins` decide. */
export const createPrompts = (pins?: Pins): readonly Prompt[] =>
  pins ? prompts.map((one) => pinned(one, pins)) : prompts;

function pinned(prompt: Prompt, pins: Pins): Prompt {
  const decided = new Set([
    ...(pins.project === undefined ? [] : ['projects']),
    ...(pins.trackingProject === undefined ? [] : ['tracking-projects']),
  ]);
  const free = prompt.arguments.filter(({ suggests }) => suggests === undefined || !decided.has(suggests));
  return {
    ...prompt,
    arguments: free,
    render: (given) =>
      prompt.render(
        Object.fromEntries(Object.entries(given).filter(([name]) => free.some((one) => one.name === name))),
      ),
  };
}
