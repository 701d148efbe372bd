import { type Id, operationNamed } from '../../../catalog/index.ts';
import { isVisibilityError } from '../../../client/errors.ts';
import type { Fields } from '../../../base/index.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { recordsIn } from '../shared/records-in.ts';
import { read, type Reader } from '../shared/task.ts';

/** The parts of a report that determine the next steps. */
interface Basis {
  readonly avi: { readonly recommendations?: unknown } | undefined;
  readonly platforms: readonly Fields[];
  readonly low_hanging_fruit: readonly unknown[] | undefined;
  readonly false_claims: readonly unknown[] | undefined;
  readonly totals: Readonly<Record<string, number>> | undefined;
}

const maxSteps = 3;

/** An assistant is worth a diagnosis if less than this percentage of its answers mention the brand. */
const lowVisibility = 50;

/**
 * At most three next steps, the most urgent first: errors are corrected before anything is gained. `credits` is the
 * maximum cost of a step; a recommendation has none, since it calls no operation.
 */
export function nextSteps({ avi, platforms, low_hanging_fruit, false_claims, totals }: Basis): Fields[] | undefined {
  const claims = totals?.['false_claims'] ?? false_claims?.length ?? 0;
  const wins = totals?.['low_hanging_fruit'] ?? low_hanging_fruit?.length ?? 0;
  const [lowest] = platforms
    .map(({ platform, visibility }) => ({ platform, rate: numberIn(visibility) ?? lowVisibility }))
    .filter(({ rate }) => rate < lowVisibility)
    .toSorted((a, b) => a.rate - b.rate);
  const steps: Fields[] = [];
  if (claims > 0) steps.push({ do: 'correct_claims', count: claims, credits: 0 });
  if (lowest) steps.push({ do: 'diagnose_platform', platform: lowest.platform, credits: diagnosisCredits() });
  if (wins > 0) steps.push({ do: 'win_sources', count: wins, credits: 0 });
  for (const { dimension, text } of recordsIn(avi?.recommendations as readonly Fields[] | undefined))
    steps.push({ do: 'improve', dimension, text });
  return steps.length > 0 ? steps.slice(0, maxSteps) : undefined;
}

/** The declared price, which is the same for every assistant, even one that is not in the catalog. */
function diagnosisCredits(): number | undefined {
  const { price } = operationNamed('insights.diagnose_platform_gap');
  return price.kind === 'fixed' ? price.credits : undefined;
}

/** The number of prompts that the assistants are asked; undefined if the platform does not state it. */
export async function promptsOf(reader: Reader, id: Id): Promise<number | undefined> {
  try {
    return (await read(reader, 'prompts.list', { id, active_only: true, per_page: 1 })).page?.total;
  } catch (error) {
    if (isVisibilityError(error) && error.status !== undefined && error.status !== 401) return undefined;
    throw error;
  }
}
