import type { TrackingProject } from './kinds.ts';
import { after, failed, shouldFail, type Running } from '../../../engine/plan.ts';
import { change, type Row } from '../../../engine/documents.ts';
import { relatedTerms } from '../../../invention/terms.ts';
import { askedQuestions } from '../../../invention/writing/headline.ts';

/**
 * The status object of an analysis (docs/platform/tracking.md#analysis-status), with nulls for what is not there yet.
 */
export const analysisOf = ({ analysis }: TrackingProject) => ({
  analysis_phase: null,
  analysis_error: null,
  suggested_keywords: null,
  suggested_competitors: null,
  competitor_discovery: null,
  competitor_rediscovery_status: null,
  competitor_rediscovery_error: null,
  suggested_prompts: null,
  suggested_personas: null,
  classification: null,
  ...analysis,
});

export interface AnalysisInput {
  /** Domain and keyword that are analyzed. */
  readonly subject: readonly (string | null | undefined)[];
}

/** Reads the domain, then suggests. */
export const analysisSteps = [
  after<TrackingProject>(
    10,
    (row) => void change(row, { analysis: { analysis_status: 'running', analysis_phase: 'reading' } }),
  ),
  after(50, (row: Row<TrackingProject>, { world, input: { subject } }: Running<AnalysisInput>) => {
    const { body } = row;
    if (shouldFail(subject)) {
      const analysis_error = 'The address asked for a failure.';
      return failed(row, { analysis: { analysis_status: 'failed', analysis_error } });
    }
    const random = world.invent('analysis', body.brand_name);
    const topic = random.pick(['outdoor gear', 'garden care', 'bakery supplies', 'city bikes']);
    const terms = relatedTerms(random, topic, 8);
    body.analysis = {
      analysis_status: 'completed',
      suggested_keywords: terms,
      suggested_competitors: [1, 2, 3].map((n) => ({ domain: `rival-${n}-${random.token(4)}.example` })),
      competitor_discovery: 'ok',
      suggested_prompts: terms.slice(0, 5).flatMap((term) =>
        askedQuestions(random, term, body.language ?? null, 1).map((prompt) => ({
          prompt,
          category: 'informational',
        })),
      ),
      suggested_personas: [{ name: 'Careful Carla', who: 'compares before buying' }],
      classification: { industry: topic, business_model: 'shop' },
    };
  }),
];
