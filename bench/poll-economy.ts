import { simulate, type Figures } from './simulation/simulate.ts';
import type { Row } from './table.ts';

/** What hearing of ends costs here and costs a poller every 5 s, from the simulation of docs/scheduling.md: the same in every run. */
export async function pollEconomy(): Promise<Row[]> {
  return [
    await compared(1, { polls: 0.5, delay: 5 }),
    await compared(20, { polls: 0.5, delay: 20 }),
    ...(await comparedByEvents(20)),
  ];
}

/** The jobs whose completion events report: where events come, where they are expected and none comes, and where none is expected. */
async function comparedByEvents(jobs: number): Promise<Row[]> {
  const [delivered, lost, unexpected] = [
    await simulate('ours', jobs, 'delivered'),
    await simulate('ours', jobs, 'lost'),
    await simulate('ours', jobs, 'unexpected'),
  ];
  const floor = `no events expected: ${told(unexpected)}`;
  return [
    {
      what: `polls a job with events, ${jobs} at a time (median delay; worst wait of a call)`,
      measured: told(delivered),
      floor,
      ratio: delivered.pollsPerJob / unexpected.pollsPerJob,
      bar: '≤ 1.0 polls, ≤ 1 s, ≤ 1 s',
      held: rounded(delivered.pollsPerJob) <= 1 && delivered.delay.median <= 1 && delivered.worstCall <= 1,
    },
    {
      what: `polls a job where the receiver is down, ${jobs} at a time (median delay; worst wait of a call)`,
      measured: told(lost),
      floor,
      ratio: lost.pollsPerJob / unexpected.pollsPerJob,
      bar: '= 1',
      held: lost.pollsPerJob === unexpected.pollsPerJob && lost.delay.median === unexpected.delay.median,
    },
  ];
}

/** To one decimal. The poll that reads the result is one; few jobs take so long that the safety net polls them as well. */
const rounded = (polls: number): number => Number(polls.toFixed(1));

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
