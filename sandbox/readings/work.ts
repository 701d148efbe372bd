import type { OperationName } from '../../src/catalog/index.ts';
import type { HttpResponse } from '../engine/http/reply.ts';
import { inRecords, isRecord, objectOf } from './change.ts';
import type { Reading } from './reading.ts';

/** Watched records whose states no row and no table lists. */
const unstatedStates = [
  'content_optimizer.get',
  'humanizer.batch',
  'humanizer.document',
  'competitor_analyses.get',
  'bulk_generations.get',
  'pipelines.get',
  'orphan_scans.get',
  'tracking.runs',
  'prompt_tags.taxonomy_run',
  'business_profile.get',
  'grounding.check_validation',
] as const satisfies readonly OperationName[];

/** How jobs begin, are watched, and end. */
export const work: readonly Reading[] = [
  {
    name: 'accepted',
    turnsOn: 'docs/platform/jobs.md#start: a start answers 202 with an identifier; many answers are not stated.',
    behaviour: '202 and a message, where the row shows no answer and the work is watched by what the call names.',
    changeResponse: (sent, { operation: { answer, effect, job } }) => {
      if (effect !== 'paid' || sent.status >= 300 || !('assumed' in answer) || answer.assumed !== true) return sent;
      const isNamed = Object.values(job?.with ?? {}).every((source) => !('answer' in source)) && !job?.find;
      return isNamed ? { ...sent, status: 202, body: JSON.stringify({ message: 'Your request was accepted.' }) } : sent;
    },
  },
  {
    name: 'pending-states',
    turnsOn: 'docs/platform/jobs.md#end: a job is pending until its end, under a name that is often not stated.',
    behaviour: 'pending for whatever queued, running or processing was, where no states are stated.',
    operations: unstatedStates,
    changeResponse: inRecords((record) =>
      /^(queued|running|processing)$/.test(String(record['status'])) ? { ...record, status: 'pending' } : record,
    ),
  },
  {
    name: 'not-there-yet',
    turnsOn: 'docs/platform/jobs.md#end: what a detail answers before there is anything to show is not stated.',
    behaviour: '404 until the work is done.',
    operations: [
      'images.get',
      'humanizer.batch',
      'humanizer.document',
      'competitor_analyses.get',
      'ai_scanner.scan',
      'citation_causality.audit_results',
    ],
    changeResponse: (sent) =>
      isUnderWay(sent) ? { ...sent, status: 404, body: JSON.stringify({ message: 'Not found.' }) } : sent,
  },
];

/** Whether it shows work that is not done. */
function isUnderWay(sent: HttpResponse): boolean {
  if (sent.status !== 200) return false;
  const body = objectOf(sent);
  const record = isRecord(body['data']) ? body['data'] : body;
  return /^(queued|pending|processing|running)$/.test(String(record['processing_status'] ?? record['status']));
}
