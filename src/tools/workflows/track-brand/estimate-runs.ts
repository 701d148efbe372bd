import type { Id } from '../../../catalog/id-text.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ToolContext } from '../../tool.ts';
import { readParts } from '../shared/read-parts.ts';
import { trackingProjects, type TrackingProject } from '../shared/tracked-brand.ts';

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
  client: Platform,
  { id, prompts, platforms, frequency }: PlannedRuns,
  context: ToolContext,
): Promise<Record<string, unknown> | undefined> {
  if (prompts === 0 || platforms === 0) return undefined;
  const other = (await trackingProjects(client, context)).find(
    (one) => one.status === 'active' && String(one.id) !== String(id),
  );
  if (other?.id === undefined) return undefined;
  const { data } = await readParts(
    client,
    {
      price: ['tracking.cost_preview', { id: other.id }],
      runs: ['tracking.runs', { id: other.id, limit: 1 }],
    },
    context,
  );
  const { credits_per_run = 0, monthly_credits = 0 } = data.price ?? {};
  const asked = askedIn(data.runs, other);
  if (credits_per_run === 0 || asked === 0) return undefined;
  const rate = credits_per_run / asked;
  const each = Math.ceil(rate * prompts * platforms);
  return {
    credits_per_run: each,
    credits_per_month:
      frequency === other.tracking_frequency ? Math.ceil((monthly_credits / credits_per_run) * each) : undefined,
    basis: `${prompts} prompts on ${platforms} platforms, at the rate of ${Math.round(rate * 100) / 100} each, as for tracking project ${other.id}; told exactly once activated`,
  };
}

/** Prompts times platforms of the last run. */
function askedIn(runs: unknown, { llm_platforms }: TrackingProject): number {
  const list: unknown = typeof runs === 'object' && runs !== null && 'data' in runs ? runs.data : runs;
  const last: unknown = Array.isArray(list) ? list[0] : undefined;
  const prompts: unknown = typeof last === 'object' && last !== null && 'prompts' in last ? last.prompts : undefined;
  return typeof prompts === 'number' ? prompts * (llm_platforms?.length ?? 0) : 0;
}
