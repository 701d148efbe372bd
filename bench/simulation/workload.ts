import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import { type Arguments, changed, type Job, type Operation } from '../../src/catalog/vocabulary/index.ts';
import { eventsReportingJobs } from '../../src/client/jobs/events-reporting-jobs.ts';
import { logNormal, random } from './random.ts';

/** A job of the simulated platform. Milliseconds. */
export interface SimulatedJob {
  readonly operation: Operation & { readonly job: Job };
  /** Arguments of the start, which are those of the watching operation too. */
  readonly input: Arguments;
  readonly startsAt: number;
  readonly takes: number;
}

/** How far durations spread: one job in six takes more than 1.65 times as long as usual, one in six less than 0.6 times. */
const spread = 0.5;

/** All jobs of a round begin within this many milliseconds. */
const startsWithin = 10_000;

/** Milliseconds between two calls of the steady load, and how many there are before the burst. */
const callEvery = 6_000;
const burstAfter = 10;
const burstOf = 20;

/** Every operation of the catalog that starts a job and is watched through a state; each comes as often as any other. */
const allKinds = allOperations().filter(
  (one): one is SimulatedJob['operation'] =>
    one.job !== undefined && !one.job.done.includes(changed) && operationNamed(one.job.watch).answer.kind !== 'binary',
);

/**
 * What happens with events. `none`: jobs of all kinds, and no events. The others have the kinds of jobs that events report:
 * events are delivered, are expected and get lost, or are not expected.
 */
export type Events = 'none' | 'delivered' | 'lost' | 'unexpected';

/**
 * `count` jobs that run at the same time, each as long as its kind usually takes, give or take. Where events are about, they
 * are of the kinds that events report.
 */
export function jobsOf(count: number, round: number, events: Events): SimulatedJob[] {
  const draw = random(1_000 * count + round);
  const reported = eventsReportingJobs();
  const kinds = events === 'none' ? allKinds : allKinds.filter(({ job }) => reported.has(job));
  return Array.from({ length: count }, (_, n) => {
    const operation = kinds[Math.floor(draw() * kinds.length)] as SimulatedJob['operation'];
    const input = Object.fromEntries(Object.keys(operation.job.with).map((name) => [name, n + 1]));
    return {
      operation,
      input,
      startsAt: draw() * startsWithin,
      takes: operation.job.usually * 1000 * logNormal(draw, spread),
    };
  }).toSorted((a, b) => a.startsAt - b.startsAt);
}

/** Milliseconds from each interactive call to the next, for ever: ten a minute all the time, and once twenty at a time. */
export function* pausesOfCalls(): Generator<number, never> {
  for (let n = 1; ; n++) {
    yield callEvery;
    if (n === burstAfter) yield* Array.from({ length: burstOf }, () => 0);
  }
}

/** The id that the simulated platform gives to the row of a job, where its list tells of it. */
const rowId = 1;

/** What the start answers: every name under which a job looks for its row. */
export const startOf = ({ job }: SimulatedJob['operation']): object =>
  job.find && 'answer' in job.find ? Object.fromEntries(job.find.answer.map((name) => [name, rowId])) : {};

/** What the watching operation answers. */
export function answerOf({ job }: SimulatedJob['operation'], over: boolean): object {
  const [done] = job.done;
  const open = typeof done === 'boolean' ? !done : 'processing';
  const said = { [job.state]: over ? done : open };
  return job.find ? { data: [{ id: rowId, ...said }] } : said;
}
