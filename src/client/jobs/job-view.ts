import { findOperation } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import type { JobView } from '../calls/reply.ts';
import { resultOf } from './result-of.ts';

/** A ledger entry as its caller sees it. `result`: the fetched result, in place of the latest recorded answer. */
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
    // A completed call that was in doubt before still has the reason of the doubt in its entry.
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

/** Whether the charge is exact. One by a maximum price, or by a job that may cost less, is not until the credit history confirms it. */
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
