import type { Pins } from '../../catalog/index.ts';
import type { Prompt } from './prompt.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { prompts } from './prompts.ts';

export type { Prompt } from './prompt.ts';

/** The prompts of workflows, in the order of the tools, then those for every week. Arguments that `pins` fix are left out. */
export const createPrompts = (pins?: Pins): readonly Prompt[] =>
  pins
    ? prompts
        .filter(({ overBrands }) => !overBrands || pins.trackingProject === undefined)
        .map((one) => pinned(one, pins))
    : prompts;

/** The prompts for several accounts, each with an argument for the account. Nothing is suggested, since names of one account are not shown for another. */
export const accountPrompts = (
  all: readonly Prompt[],
  {
    names,
    default: standard,
  }: { readonly names: readonly string[]; readonly default?: { readonly name: string } | undefined },
): readonly Prompt[] =>
  all.map((prompt) => ({
    ...prompt,
    arguments: [
      { name: 'account', description: `One of ${names.join(', ')}`, required: standard === undefined },
      ...prompt.arguments.map((argument) => ({ ...argument, suggests: undefined })),
    ],
    render: ({ account, ...given }) =>
      `${prompt.render(given)}${account ? `\nThe account is ${JSON.stringify(oneLine(account, 100))}.` : ''}`,
  }));

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
