import { findOperation } from '../../catalog/index.ts';
import type { Entry } from '../../state/entry.ts';
import type { JobView } from '../call/reply.ts';

/** A call on record as its caller sees it. `result` stands in for the newest answer where it was fetched. */
export function toJobView(entry: Entry, more: { readonly result?: unknown; readonly joined?: boolean } = {}): JobView {
  const job = findOperation(entry.operation)?.job;
  const answerWith = entry.state === 'needs_you' ? job?.asks?.[String(entry.platformState)] : undefined;
  const data = more.result ?? (entry.state === 'needs_you' || entry.state === 'completed' ? entry.answer : undefined);
  return {
    job_id: entry.id,
    operation: entry.operation,
    state: entry.state,
    ...(entry.platformState === null ? {} : { platform_state: entry.platformState }),
    ...(entry.progress === null ? {} : { progress: entry.progress }),
    started_at: iso(entry.reservedAt),
    ...(entry.endedAt === null ? {} : { ended_at: iso(entry.endedAt) }),
    arguments: entry.arguments,
    credits: {
      estimated: entry.estimate,
      ...(entry.charged === null ? {} : { charged: entry.charged }),
      ...(isFinal(entry) ? {} : { unconfirmed: true as const }),
    },
    ...(data === undefined || data === null ? {} : { data }),
    // What was in doubt and then found completed keeps the reason of the doubt on record.
    ...(entry.error === null || entry.state === 'completed' ? {} : { error: entry.error }),
    ...(entry.state === 'completed' && entry.watch && job?.fetch
      ? { watched_by: `${entry.watch.operation} ${JSON.stringify(entry.watch.arguments)}` }
      : {}),
    ...(answerWith ? { answer_with: answerWith } : {}),
    ...nextOf(entry, answerWith),
    ...(more.joined ? { joined: true } : {}),
  };
}

/** A charge by a stated price is final; one by a bound, or by a job that may draw nothing, until it has been looked up is not. */
function isFinal({ operation, money, confirmation, charged }: Entry): boolean {
  if (money !== 'settled' || confirmation !== null || charged === 0) return true;
  const price = findOperation(operation)?.price;
  return price?.kind === 'fixed' && price.charged !== 'in_job' && price.actual === undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString();

function nextOf({ id, state }: Entry, answerWith: string | undefined): { next?: string } {
  if (state === 'starting' || state === 'running') return { next: `job_wait {"job_id": "${id}"}` };
  if (state === 'needs_you' && answerWith)
    return { next: `Answer by call_paid {"operation": "${answerWith}", …}, then job_wait {"job_id": "${id}"}` };
  return {};
}
