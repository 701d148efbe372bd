import { operation as operationNamed } from '../../src/catalog/index.ts';
import { bucketsOf } from '../../src/client/http/transport/throttle.ts';
import { busiest } from '../../test/support/bench.ts';
import { policies, type PolicyName } from './policies.ts';
import { jobsOf, pausesOfCalls, type Events, type SimulatedJob } from './workload.ts';
import { patient, requestsPerMinute, world, type World } from './world.ts';

/** What a policy comes to with that many jobs at a time. Seconds. */
export interface Figures {
  readonly policy: PolicyName;
  readonly jobs: number;
  readonly rounds: number;
  readonly pollsPerJob: number;
  /** From a job's end to the moment its caller learns of it. */
  readonly delay: { readonly median: number; readonly p95: number };
  /** The longest that any interactive call waited for its slot. */
  readonly worstCall: number;
  /** Polls in the busiest minute, and a minute on average until the last completion was detected. */
  readonly busiestMinute: number;
  readonly pollsPerMinute: number;
}

/** At least this many jobs are looked at, in as many rounds as that takes. */
const jobsAltogether = 200;

/** Plays all rounds of `jobs` jobs at a time. The same in every run. */
export async function simulate(policy: PolicyName, jobs: number, events: Events = 'none'): Promise<Figures> {
  const rounds: Round[] = [];
  for (let round = 0; round < Math.max(2, jobsAltogether / jobs); round++)
    rounds.push(await play(policy, jobsOf(jobs, round, events), round, events));
  const delays = rounds.flatMap(({ delays }) => delays);
  const polls = sum(rounds.map(({ polls }) => polls.length));
  return {
    policy,
    jobs,
    rounds: rounds.length,
    pollsPerJob: polls / delays.length,
    delay: { median: quantile(delays, 0.5), p95: quantile(delays, 0.95) },
    worstCall: Math.max(...rounds.map(({ worstCall }) => worstCall)),
    busiestMinute: Math.max(...rounds.map(({ polls }) => busiest(polls, 60_000))),
    pollsPerMinute: polls / (sum(rounds.map(({ lasted }) => lasted)) / 60),
  };
}

interface Round {
  /** Seconds. */
  readonly delays: readonly number[];
  readonly worstCall: number;
  readonly lasted: number;
  readonly polls: readonly number[];
}

async function play(policy: PolicyName, jobs: readonly SimulatedJob[], seed: number, events: Events): Promise<Round> {
  await using rig = await world(seed, events);
  const began = rig.clock.steady();
  const stop = new AbortController();
  const calls = callAll(rig, stop.signal);
  const delays = await Promise.all(
    jobs.map(async (job) => {
      await rig.clock.sleep(job.startsAt);
      const ends = rig.clock.steady() + job.takes;
      await policies[policy](rig, job);
      return (rig.clock.steady() - ends) / 1000;
    }),
  );
  const lasted = (rig.clock.steady() - began) / 1000;
  stop.abort();
  const waits = await calls;
  return { delays, worstCall: Math.max(...waits), lasted, polls: rig.polls };
}

/** Makes interactive calls until the signal; resolves with the seconds that each waited for its slot. */
async function callAll({ clock, throttle, answer }: World, signal: AbortSignal): Promise<number[]> {
  const buckets = bucketsOf(operationNamed('projects.list'), {}, requestsPerMinute);
  const waits: number[] = [];
  const call = async (): Promise<void> => {
    const asked = clock.steady();
    const { id } = await throttle.take({ buckets, urgency: 'call', slotWaitMs: patient, deadline: 30_000, signal });
    waits.push((clock.steady() - asked) / 1000);
    await answer(id);
  };
  const under: Promise<void>[] = [];
  for (const pause of pausesOfCalls()) {
    await clock.sleep(pause, signal).catch(() => undefined);
    if (signal.aborted) break;
    under.push(call());
  }
  await Promise.allSettled(under);
  return waits;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
