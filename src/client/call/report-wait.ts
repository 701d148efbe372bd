import type { SlotWanted } from '../transport/throttle.ts';
import type { CallOptions } from './reply.ts';

/** Milliseconds below which a wait is not worth a report. */
const minReportedMs = 1_000;

/** Reports to a call's caller that it waits for its turn under a limit of the platform. */
export function reportWait({ onProgress }: Pick<CallOptions, 'onProgress'>): SlotWanted['onWait'] {
  if (!onProgress) return undefined;
  return ({ ms, bucket }) => {
    if (ms < minReportedMs) return;
    const limit = bucket === 'token' ? "the platform's rate limit" : "the platform's limit for this operation";
    onProgress({ percent: 0, message: `Waiting ${Math.ceil(ms / 1000)} s for ${limit}` });
  };
}
