import { simulate, type Figures } from './simulation/simulate.ts';
import type { Row } from './table.ts';

/** What hearing of ends costs here and costs a poller every 5 s, from the simulation of docs/scheduling.md: the same in every run. */
export async function pollEconomy(): Promise<Row[]> {
  return [await compared(1, { polls: 0.5, delay: 5 }), await compared(20, { polls: 0.5, delay: 20 })];
}

/** `polls`: as a share of the naive poller's. `delay`: seconds, at the median. */
async function compared(jobs: number, bar: { polls: number; delay: number }): Promise<Row> {
  const [ours, naive] = [await simulate('ours', jobs), await simulate('naive', jobs)];
  const ratio = ours.pollsPerJob / naive.pollsPerJob;
  return {
    what: `polls a job, ${jobs} at a time (median delay; worst wait of a call)`,
    measured: told(ours),
    floor: `every 5 s: ${told(naive)}`,
    ratio,
    bar: `≤ ${bar.polls}, ≤ ${bar.delay} s, ≤ 1 s`,
    held: ratio <= bar.polls && ours.delay.median <= bar.delay && ours.worstCall <= 1,
  };
}

const told = ({ pollsPerJob, delay, worstCall }: Figures): string =>
  `${pollsPerJob.toFixed(1)} (${delay.median.toFixed(1)} s; ${worstCall.toFixed(1)} s)`;
