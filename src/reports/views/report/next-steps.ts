import type { Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { assistantName } from '../parts/assistant-name.ts';
import { listSection } from '../parts/blocks.ts';
import { creditsText } from '../parts/figures.ts';
import { numberIn, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { inWords } from '../parts/words.ts';

/** The next steps, each with its price; the platform's advice if there are none. */
export function nextStepsSection(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const steps = recordsOf(report['next_steps']).flatMap((step) => {
    const wordings: Readonly<Record<string, string>> = words.steps;
    const wording = wordings[`${textOf(step['do'])}${step['count'] === 1 ? '_one' : ''}`];
    if (wording === undefined) return [];
    const text = wording.replace('{}', () => subjectOf(step, context));
    const credits = numberIn(step['credits']);
    if (credits === undefined) return [text];
    return [`${text} (${credits === 0 ? words.free : `${words.upTo} ${creditsText(credits, context)}`})`];
  });
  return listSection(words.recommendationsTitle, steps);
}

function subjectOf(step: Fields, { words }: ViewContext): string {
  const platform = textOf(step['platform']);
  if (platform !== undefined) return assistantName(platform);
  const count = numberIn(step['count']);
  if (count !== undefined) return String(count);
  const dimension = textOf(step['dimension']) ?? '';
  const advice: Readonly<Record<string, string>> = words.advice;
  return [dimension && inWords(dimension, words.dimensions), advice[dimension] || textOf(step['text'])]
    .filter(Boolean)
    .join(': ');
}
