import { systemClock } from '../clock.ts';
import { silenceMs } from './engine/engine.ts';
import type { ExecutionParts } from './execution-parts.ts';

type Watched = Pick<ExecutionParts, 'run' | 'records' | 'lease' | 'clock' | 'limits' | 'isAuthorized'>;

/** Renews the lease of a run until it is lost or its caller may not be acted for any more. Rejects when the signal is aborted. */
export async function keepLease(
  { records, run, lease, clock, isAuthorized }: Watched,
  signal: AbortSignal,
): Promise<'lost' | 'not authorized'> {
  for (;;) {
    await clock.sleep(lease.leaseMs / 3, signal);
    if (!(await records.renew(run.id, lease))) return 'lost';
    if (!(await isAuthorized())) return 'not authorized';
  }
}

/** Milliseconds between two looks at whether the engine answers. */
const silenceLookMs = 1_000;

/** Resolves when the engine has been computing for longer than it may: a program that cannot be interrupted from within. Rejects when the signal is aborted. */
export async function untilSilent(
  { limits }: Pick<Watched, 'limits'>,
  computesSince: () => number | undefined,
  signal: AbortSignal,
): Promise<void> {
  const maxMs = silenceMs(limits);
  for (;;) {
    // The thread computes in the machine's time, whatever the clock of the calls shows.
    await systemClock.sleep(silenceLookMs, signal);
    const since = computesSince();
    if (since !== undefined && systemClock.steady() - since > maxMs) return;
  }
}
