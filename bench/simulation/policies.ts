import { operationNamed } from '../../src/catalog/index.ts';
import { bucketsOf } from '../../src/client/http/transport/throttle.ts';
import { patient, requestsPerMinute, type World } from './world.ts';
import type { SimulatedJob } from './workload.ts';

export type PolicyName = 'ours' | 'naive' | 'optimum';

/** Waits for a job that begins now; settles when its caller learns of its end. */
export type Policy = (world: World, job: SimulatedJob) => Promise<void>;

/** Milliseconds: docs/platform/limits.md#pace-of-polling, taken as the pause itself. */
const naivePause = 5_000;

export const policies: Readonly<Record<PolicyName, Policy>> = {
  /** The program itself. */
  async ours(world, job) {
    const id = await world.begin(job);
    const entry = await world.jobs.follow(id, { waitMs: patient });
    if (entry?.state !== 'completed') throw new Error(`${job.operation.name} is ${entry?.state ?? 'gone'}`);
  },

  /** Every job every five seconds; calls and polls first come, first served, within the same rate. */
  async naive(world, job) {
    const endsAt = world.clock.steady() + job.takes;
    do {
      await world.clock.sleep(naivePause);
    } while ((await poll(world, job, 'call')) < endsAt);
  },

  /** Knows the end beforehand, and asks once; only the rate can hold it up. */
  async optimum(world, job) {
    await world.clock.sleep(job.takes);
    await poll(world, job, 'poll');
  },
};

/** Steady milliseconds of the platform's answer. */
async function poll(world: World, { operation, input }: SimulatedJob, urgency: 'call' | 'poll'): Promise<number> {
  const buckets = bucketsOf(operationNamed(operation.job.watch), input, requestsPerMinute);
  const { id } = await world.throttle.take({ buckets, urgency, slotWaitMs: patient, deadline: 10_000 });
  world.polls.push(world.clock.steady());
  await world.answer(id);
  return world.clock.steady();
}
