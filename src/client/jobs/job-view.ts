import { findOperation, operationNamed } from '../../catalog/index.ts';
import type { Entry } from '../../state/index.ts';
import type { JobState } from '../../base/index.ts';
import { contentOf } from '../answers/index.ts';

/** A job as its caller sees it. Times are ISO 8601 in UTC. */
export interface JobView {
  readonly job_id: string;
  readonly operation: string;
  readonly state: JobState;
  /** The state in the platform's own terms, as last read. */
  readonly platform_state?: string | number | boolean | null | undefined;
  /** Percent, if the platform reports it. */
  readonly progress?: number | undefined;
  readonly started_at: string;
  readonly ended_at?: string | undefined;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly credits: Credits;
  /** The answer to the start until there is a newer one; the result once it is completed. */
  readonly data?: unknown;
  readonly error?: string | undefined;
  /** The operation that shows the state of the job, if a different one returns its result. */
  readonly watched_by?: string | undefined;
  /** The operation that answers the question of a job that needs its caller. */
  readonly answer_with?: string | undefined;
  /** What to do next, as a complete call. */
  readonly next?: string | undefined;
  /** True where this call joined a running job instead of starting one. */
  readonly joined?: boolean | undefined;
}

/** Credits of one call. */
export interface Credits {
  /** Upper bound reserved for the call. */
  readonly estimated: number;
  /** Credits that the platform charged, once known. */
  readonly charged?: number | undefined;
  /** `charged` is an upper bound: the exact amount has yet to be read from the platform's credit history. */
  readonly unconfirmed?: true | undefined;
}

export interface Progress {
  /** Percent as the platform reports it, otherwise estimated from the usual duration. Never decreases; 100 only at the end. */
  readonly percent: number;
  readonly message: string;
}

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
    next: nextOf(entry, answerWith),
    joined: more.joined ? true : undefined,
  };
}

/** The latest recorded answer of a call; for a job that of its watching operation, unwrapped from its envelope. */
export function resultOf({ operation: name, answer }: Entry): unknown {
  const operation = findOperation(name);
  if (!operation?.job) return answer;
  const { watch, find } = operation.job;
  // For a job with its own list row, the answer to its start is recorded, updated from the row.
  return contentOf(find ? operation.answer : operationNamed(watch).answer, answer).data;
}

/** Whether the charge is exact. One by a maximum price, or by a job that may cost less, is not until the credit history confirms it. */
function isFinal({ operation, money, confirmation, charged }: Entry): boolean {
  if (money !== 'settled' || confirmation !== null || charged === 0) return true;
  const price = findOperation(operation)?.price;
  return price?.kind === 'fixed' && price.charged !== 'in_job' && price.actual === undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString();

function nextOf({ id, state }: Entry, answerWith: string | undefined): string | undefined {
  if (state === 'starting' || state === 'running') return `job_wait {"job_id": "${id}"}`;
  if (answerWith) return `Answer by call_paid {"operation": "${answerWith}", …}, then job_wait {"job_id": "${id}"}`;
  return undefined;
}
