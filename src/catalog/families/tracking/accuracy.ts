import * as z from 'zod';
import { platform, text, timestamp } from '../../vocabulary/fields.ts';
import { changed, constant, type DeclaredJob, input } from '../../vocabulary/job.ts';
import { family, fixed, free, get, hour, id, limit, maybe, minute, one, paged, post } from '../../vocabulary/index.ts';

const resolution = z.enum(['resolved', 'false_positive', 'open']);
const severity = z.enum(['critical', 'high', 'medium', 'low']);
const claimType = z.enum(['price', 'duration', 'feature_availability', 'technical_spec', 'history', 'rating', 'other']);

/** Rules: docs/platform/accuracy.md#claims. */
const claim = {
  id,
  status: text,
  severity,
  platform: text,
  claim_type: claimType,
  resolution_status: resolution,
  resolution_reason: text.nullable(),
  claim_normalized: text,
  verification_status: text.nullable(),
  ground_truth_source_anchor: z.looseObject({ tier: z.unknown(), source: text, passage: text }).nullable(),
  response_excerpt: text.nullable(),
  last_seen_at: timestamp,
  ...maybe({ tracking_project_id: id, resolved_by_user_id: id, resolved_at: timestamp, first_seen_at: timestamp }),
};

const queued = one({ status: text, tracking_project_id: id, message: text });

/** docs/platform/limits.md#special-limits: fact checks of all projects, and of one. */
const checks = [limit('brand_accuracy', 5, minute), limit('accuracy.checks', 1, hour, 'project')];

/**
 * No state of a check is stated (docs/platform/accuracy.md#checks): `indexing` of brand-kb speaks of reading the own
 * site only. What a check does shows in the claims, which are done when they have changed and come to rest; one that
 * changes none cannot be distinguished from one that runs.
 */
const checking = {
  doing: 'Checking the claims',
  watch: 'accuracy.list',
  with: { id: input('id'), per_page: constant(100) },
  state: 'data',
  done: [changed],
  failed: [],
  gradual: true,
  usually: 60,
  fetch: 'accuracy.list',
  fetchWith: { id: input('id') },
} as const satisfies DeclaredJob;

/** docs/platform/accuracy.md#checks: the team's projects and those shared with it. */
export const accuracy = family(
  'accuracy',
  'Fact check of what AI assistants say about a brand',
  {
    words:
      'claims hallucination wrong false facts errors misinformation verify wrong things chatbots say about us, lies errors false facts',
  },
  () => ({
    list: get('/tracking-projects/{id}/accuracy', {
      does: 'List checked claims, the gravest and latest first',
      asked:
        'find filter, what do chatbots get wrong about us, untrue statements, wrong prices, lies, mistakes in answers, hallucinations about us, severity of wrong claims, misinformation report, false price',
      input: {
        status: text.optional(),
        severity: severity.optional(),
        platform: platform.optional(),
        resolution_status: resolution.optional(),
        claim_type: claimType.optional(),
        resolution_reason: text.optional().describe('Such as inconclusive'),
        search: text.optional().describe('Part of the claim'),
      },
      output: paged(claim, 25, 100),
      concise:
        'id status severity platform claim_type claim_normalized verification_status ground_truth_source_anchor resolution_status last_seen_at',
    }),
    resolve: post('/tracking-projects/{id}/accuracy/{claim}/resolve', {
      does: 'Settle a claim as resolved or as a false positive',
      consequence: 'Final: no operation opens a claim again.',
      asked:
        'close dismiss mark, the wrong statement is settled, not an error after all, tick off a false claim, ignore it, false alarm, close claim, mark claim as correct',
      input: { resolution_status: z.enum(['resolved', 'false_positive']) },
      output: one({ ...claim, resolved_by_user_id: id.nullable(), resolved_at: timestamp.nullable() }),
      price: free,
      refuses: { 404: "unless the claim is the project's" },
    }),
    reverify: post('/tracking-projects/{id}/accuracy/reverify', {
      does: 'Check the claims again',
      changes: 'Changes the verdicts of claims. Once an hour and project.',
      asked:
        'recheck update run again, check again whether the wrong claims are still made, repeat fact check, fact check once more, rerun verification, recheck the facts claims',
      output: queued,
      price: fixed(5, { charged: 'in_job', minBalance: 5, onlyWhen: 'at least one claim was newly checked' }),
      limits: checks,
      job: checking,
    }),
    backfill: post('/tracking-projects/{id}/accuracy/backfill', {
      does: 'Check the stored answers for the first time; makes the first claims, at most 500 a run',
      changes: 'Creates claims, at most 500 a run. Once an hour and project.',
      asked: 'first fact check over the answers we already have, old answers, initial fact check of stored answers',
      output: queued,
      price: free,
      limits: checks,
      job: checking,
    }),
  }),
);
