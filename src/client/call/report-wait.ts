import type { SlotWanted } from '../transport/throttle.ts';
import type { CallOptions } from './reply.ts';

/** Waits shorter than this many milliseconds are not reported. */
const minReportedMs = 1_000;

/** Returns a callback that reports a wait for a rate limit as progress; undefined if the caller wants no progress. */
export function reportWait({ onProgress }: Pick<CallOptions, 'onProgress'>): SlotWanted['onWait'] {
  if (!onProgress) return undefined;
  return ({ ms, bucket }) => {
    if (ms < minReportedMs) return;
    const limit = bucket === 'token' ? "the platform's rate limit" : "the platform's limit for this operation";
    onProgress({ percent: 0, message: `Waiting ${Math.ceil(ms / 1000)} s for ${limit}` });
  };
}
