import type { Clock } from '../../base/index.ts';

/** What a probe finds: `ok`, or `unreachable`. */
export interface Readiness {
  readonly state: 'ok' | 'unreachable';
  readonly platform: 'ok' | 'unreachable';
}

/** Milliseconds for which a result is reused, since anybody may send probes, every few seconds. */
const keptMs = 5_000;

/** Milliseconds that a check may take. */
const checkMs = 3_000;

/** Checks whether this process can do its work. Only one check runs at a time, however many callers ask. */
export function createReadiness(
  checks: Record<keyof Readiness, () => Promise<unknown>>,
  clock: Clock,
): () => Promise<Readiness> {
  let latest: { readonly at: number; readonly result: Promise<Readiness> } | undefined;
  const reachable = async (check: () => Promise<unknown>): Promise<'ok' | 'unreachable'> => {
    const stop = new AbortController();
    const timeout = clock.sleep(checkMs, stop.signal).then(() => Promise.reject(new Error('too late')));
    return Promise.race([check(), timeout])
      .then(
        () => 'ok' as const,
        () => 'unreachable' as const,
      )
      .finally(() => stop.abort());
  };
  return () => {
    if (latest && clock.steady() - latest.at < keptMs) return latest.result;
    const result = Promise.all([reachable(checks.state), reachable(checks.platform)]).then(([state, platform]) => ({
      state,
      platform,
    }));
    latest = { at: clock.steady(), result };
    return result;
  };
}
