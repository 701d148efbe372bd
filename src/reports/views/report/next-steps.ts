import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { assistantName } from '../parts/assistant-name.ts';
import { listSection } from '../parts/blocks.ts';
import { figureText } from '../parts/figures.ts';
import { numberOf, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';

/** What to do next, each with its price; the advice of the platform where nothing else is known. */
export function nextStepsSection(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const steps = recordsOf(report['next_steps']).flatMap((step) => {
    const wording = words.steps[textOf(step['do']) ?? ''];
    if (wording === undefined) return [];
    const text = wording[step['count'] === 1 ? 'one' : 'other'].replace('{}', () => subjectOf(step, context));
    const credits = numberOf(step['credits']);
    const price =
      credits === undefined
        ? undefined
        : credits === 0
          ? words.free
          : words.upTo[credits === 1 ? 'one' : 'other'].replace('{}', figureText('count', credits, context));
    return [h('span', {}, price === undefined ? text : `${text} (${price})`)];
  });
  return listSection(words.recommendationsTitle, steps);
}

function subjectOf(step: Fields, { words }: ViewContext): string {
  const platform = textOf(step['platform']);
  if (platform !== undefined) return assistantName(platform);
  const count = numberOf(step['count']);
  if (count !== undefined) return String(count);
  const dimension = textOf(step['dimension']) ?? '';
  const advice = words.nextSteps[dimension] ?? textOf(step['text']);
  return [words.dimensions[dimension], advice].filter(Boolean).join(': ');
}
