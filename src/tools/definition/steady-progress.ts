import type { Progress } from '../../client/index.ts';

/** Removes rounding errors of floating-point arithmetic. */
const rounded = (percent: number): number => Math.round(percent * 1e6) / 1e6;

/** Maximum percent before the end, since another job may follow. */
const maxPercent = 95;

/** Minimum growth for each report, as a share of the remaining percent. */
const minGrowth = 1e-4;

/** One progress in percent for a whole call: it only grows, over all its jobs, and 100 comes once, at the end. */
export function steadyProgress(send: (percent: number, message: string) => void) {
  let last = -1;
  return {
    /** Receives the progress of a tool: of one job after another, and of waits in between. */
    report: ({ percent, message }: Progress): void => {
      if (percent >= 100) return;
      const next = rounded(Math.max(Math.min(percent, maxPercent), last < 0 ? 0 : last + (100 - last) * minGrowth));
      if (next <= last) return;
      last = next;
      send(last, message);
    },
    /** Reports the end of the whole call. */
    finish: (): void => {
      if (last >= 0) send(100, 'Done');
    },
  };
}
