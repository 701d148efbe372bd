import type { ToolContext } from './tool.ts';

/** Without the digits that arithmetic invents. */
const rounded = (percent: number): number => Math.round(percent * 1e6) / 1e6;

export interface SteadyProgress {
  /** Takes the steps of a tool: of one job after the other, and of waits in between. */
  readonly report: NonNullable<ToolContext['onProgress']>;
  /** The tool has all that it was called for. */
  readonly finish: () => void;
}

/** The part of what is left that a job may take: how many more come is not known. */
const shareOfLeg = 0.95;

/** The part of what is left by which a value grows where its step says nothing new. */
const minGrowth = 1e-4;

/**
 * One progress in percent for a whole call: every value is above the one before, and 100 comes once, at the end. What a
 * step says of its own job is fitted into what earlier jobs have left.
 */
export function steadyProgress(send: (percent: number, message: string) => void): SteadyProgress {
  let last = -1;
  /** Where the present job began; undefined once it is over. */
  let from: number | undefined = 0;
  let ending = 'Done';
  return {
    report: ({ percent, message }) => {
      const share = percent / 100;
      if (share >= 1) {
        // Kept back: whether another job follows is not known before the tool returns.
        if (from !== undefined) ending = message;
        from = undefined;
        return;
      }
      if (from === undefined) ending = 'Done';
      from ??= Math.max(0, last);
      const reached = from + (100 - from) * shareOfLeg * Math.max(0, share);
      const next = rounded(Math.max(reached, last < 0 ? 0 : last + (100 - last) * minGrowth));
      if (next <= last) return;
      last = next;
      send(last, message);
    },
    finish: () => {
      if (last >= 0) send(100, ending);
    },
  };
}
