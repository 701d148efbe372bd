import { findOperation } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import type { JobView } from '../call/reply.ts';
import { resultOf } from './result-of.ts';

/** A call on record as its caller sees it. `result` stands in for the newest answer where it was fetched. */
export function toJobView(
  entry: Entry,
  more: { readonly result?: unknown; readonly joined?: boolean | undefined } = {},
): JobView {
  const job = findOperation(entry.operation)?.job;
  const answerWith = entry.state === 'needs_you' ? job?.asks?.[String(entry.platformState)] : undefined;
  const data =
    more.result ?? (entry.state === 'needs_you' || entry.state === 'completed' ? resultOf(entry) : undefined);
  return {
    job_id: entry.id,
    operation: entry.operation,
    state: entry.state,
    platform_state: entry.platformState ?? undefined,
    progress: entry.progress ?? undefined,
    started_at: iso(entry.reservedAt),
    ended_at: entry.endedAt === null ? undefined : iso(entry.endedAt),
    arguments: entry.arguments,
    credits: {
      estimated: entry.estimate,
      charged: entry.charged ?? undefined,
      unconfirmed: isFinal(entry) ? undefined : (true as const),
    },
    data: data ?? undefined,
    // What was in doubt and then found completed keeps the reason of the doubt on record.
    error: entry.error === null || entry.state === 'completed' ? undefined : entry.error,
    watched_by:
      entry.state === 'completed' && entry.watch && job?.fetch
        ? `${entry.watch.operation} ${JSON.stringify(entry.watch.arguments)}`
        : undefined,
    answer_with: answerWith || undefined,
    ...nextOf(entry, answerWith),
    joined: more.joined ? true : undefined,
  };
}

/** A charge by a stated price is final; one by a bound, or by a job that may draw nothing, until it has been looked up is not. */
function isFinal({ operation, money, confirmation, charged }: Entry): boolean {
  if (money !== 'settled' || confirmation !== null || charged === 0) return true;
  const price = findOperation(operation)?.price;
  return price?.kind === 'fixed' && price.charged !== 'in_job' && price.actual === undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString();

function nextOf({ id, state }: Entry, answerWith: string | undefined): { next?: string | undefined } {
  if (state === 'starting' || state === 'running') return { next: `job_wait {"job_id": "${id}"}` };
  if (state === 'needs_you' && answerWith)
    return { next: `Answer by call_paid {"operation": "${answerWith}", …}, then job_wait {"job_id": "${id}"}` };
  return {};
}
