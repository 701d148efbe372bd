import type { Id } from '../../../catalog/vocabulary/id-text.ts';
import { readParts } from '../shared/read-parts.ts';
import { numberIn, recordsIn } from '../shared/records-in.ts';
import type { Task } from '../shared/task.ts';
import { trackingProjects } from '../shared/tracked-brand.ts';

/** Scope of a brand's runs. */
export interface PlannedRuns {
  /** The tracking project that is being set up. */
  readonly id: Id | undefined;
  /** How many prompts, and on how many platforms. */
  readonly prompts: number;
  readonly platforms: number;
  readonly frequency: unknown;
}

/**
 * Expected cost of a run, before anybody agrees to it. The platform prices a run only once its prompts are stored, so this
 * goes by what a prompt on a platform costs for a brand that is tracked already. Undefined where there is none.
 */
export async function estimateRuns(
  task: Task,
  { id, prompts, platforms, frequency }: PlannedRuns,
): Promise<Record<string, unknown> | undefined> {
  if (prompts === 0 || platforms === 0) return undefined;
  const other = (await trackingProjects(task)).find((one) => one.status === 'active' && String(one.id) !== String(id));
  if (other?.id === undefined) return undefined;
  const { data } = await readParts(task, {
    price: ['tracking.cost_preview', { id: other.id }],
    runs: ['tracking.runs', { id: other.id, limit: 1 }],
  });
  const { credits_per_run = 0, monthly_credits = 0 } = data.price ?? {};
  // Prompts times platforms of the last run.
  const questions = (numberIn(recordsIn(data.runs)[0]?.prompts) ?? 0) * (other.llm_platforms?.length ?? 0);
  if (credits_per_run === 0 || questions === 0) return undefined;
  const rate = credits_per_run / questions;
  const each = Math.ceil(rate * prompts * platforms);
  return {
    credits_per_run: each,
    credits_per_month:
      frequency === other.tracking_frequency ? Math.ceil((monthly_credits / credits_per_run) * each) : undefined,
    basis: `${prompts} prompts on ${platforms} platforms, at the rate of ${Math.round(rate * 100) / 100} each, as for tracking project ${other.id}; told exactly once activated`,
  };
}
