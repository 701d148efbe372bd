import { change, kind, type Row } from '../../../engine/documents.ts';
import { after, planFor, shouldFail } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { patternsOf } from './findings.ts';

/** docs/platform/insights.md#citation-causality: a sandbox run of the platform. */
export interface Experiment {
  name: string;
  /** As asked for: catalog, models, prompt, filter, switches. */
  setting: Readonly<Record<string, unknown>>;
  status: 'started' | 'completed' | 'failed';
  total_citations_target: number;
  completed_at: string | null;
}

export const experiments = kind<Experiment>('citation_experiment');

export const showExperiment = ({ id, createdAt, body: { setting: _, ...fields } }: Row<Experiment>) => ({
  id,
  ...fields,
  started_at: iso(createdAt),
  estimated_cost_cents: fields.total_citations_target * 2,
});

/** Its findings; none before its end. */
export function findingsOf({ invent }: World, { id, body }: Row<Experiment>) {
  const over = body.status === 'completed';
  const compared = over && body.setting['serp_counterfactual_enabled'] === true;
  const citations = Array.from({ length: over ? Math.min(20, body.total_citations_target) : 0 }, (_, n) => ({
    url: `https://cited-${n + 1}.example/`,
    cited: invent('experiment', id, n).chance(0.6),
  }));
  return {
    citations,
    counterfactuals: compared ? citations.slice(0, 3).map(({ url }) => ({ url, without: 'table', cited: false })) : [],
    patterns: over ? patternsOf(invent, id) : [],
  };
}

/** Takes 5 to 15 minutes; `lasts`: platform seconds. */
export const experimentPlan = planFor(
  'citation_causality.experiment',
  experiments,
  (_, { lasts }: { readonly lasts: number }) => [
    after(lasts, (row, { at }) => {
      const fails = shouldFail(row.body.name);
      change(row, { status: fails ? 'failed' : 'completed', completed_at: iso(at) });
      if (fails) return 'failed';
    }),
  ],
);
