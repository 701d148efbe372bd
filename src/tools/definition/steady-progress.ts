import type { ToolContext } from './tool.ts';

/** Without the digits that arithmetic invents. */
const rounded = (percent: number): number => Math.round(percent * 1e6) / 1e6;

export interface SteadyProgress {
  /** Takes the steps of a tool: of one job after the other, and of waits in between. */
  readonly report: NonNullable<ToolContext['onProgress']>;
  /** The tool has all that it was called for. */
  readonly finish: () => void;
}

/** The highest value before the end: whether another job follows is not known. */
const maxPercent = 95;

/** The part of what is left by which a value grows where its step says nothing new. */
const minGrowth = 1e-4;

/**
 * One progress in percent for a whole call: every value is above the one before, and 100 comes once, at the end. A job after another
 * goes on from where that one ended.
 */
export function steadyProgress(send: (percent: number, message: string) => void): SteadyProgress {
  let last = -1;
  return {
    report: ({ percent, message }) => {
      if (percent >= 100) return;
      const next = rounded(Math.max(Math.min(percent, maxPercent), last < 0 ? 0 : last + (100 - last) * minGrowth));
      if (next <= last) return;
      last = next;
      send(last, message);
    },
    finish: () => {
      if (last >= 0) send(100, 'Done');
    },
  };
}
