import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { eventsReportingJobs } from '../../src/client/jobs/events-reporting-jobs.ts';
import { Jobs } from '../../src/client/jobs/jobs.ts';
import type { Send } from '../../src/client/http/transport/sender.ts';
import { bucketsOf, Throttle } from '../../src/client/http/transport/throttle.ts';
import { openState } from '../../src/state/open-state.ts';
import type { State } from '../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../../test/support/clock/virtual-clock.ts';
import { random } from './random.ts';
import { answerOf, startOf, type Events, type SimulatedJob } from './workload.ts';

export const requestsPerMinute = 60;
const account = 'simulated';

/** Milliseconds that the platform takes for an answer. */
const shortest = 200;
const longest = 600;

/** Longer than any slot is waited for: what is asked is how long it takes, not who gives up. */
export const patient = 24 * 3_600_000;

/** The program's own limiter, store and job registry, over a clock that only moves when all rest and a platform that is a table. */
export interface World extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly jobs: Jobs;
  readonly throttle: Throttle;
  /** Steady milliseconds at which polls were sent. */
  readonly polls: number[];
  /** Puts a job on record as the program does when the platform has accepted it. */
  begin(job: SimulatedJob): Promise<string>;
  /** Asks the platform for something in a slot that is already taken. */
  answer(slot: string): Promise<void>;
}

export async function world(seed: number, events: Events): Promise<World> {
  const clock = virtualClock();
  const state = await openState(':memory:', clock);
  const throttle = new Throttle(state.slots, account, clock);
  const draw = random(seed);
  const polls: number[] = [];
  const answer = async (slot: string): Promise<void> => {
    await clock.sleep(shortest + draw() * (longest - shortest));
    await state.slots.markAnswered(slot);
  };
  /** The sender, without a network: every request is answered. */
  const send: Send = async (operation, input, _, { urgency, slotWaitMs, timeoutMs = 0, signal }) => {
    const buckets = bucketsOf(operation, input, requestsPerMinute);
    const slot = await throttle.take({ buckets, urgency, slotWaitMs, deadline: timeoutMs, signal });
    polls.push(clock.steady());
    await answer(slot.id);
    const { started, endsAt } = watched.get(keyOf(operation, input)) as Watched;
    const body = new TextEncoder().encode(JSON.stringify(answerOf(started, clock.steady() >= endsAt)));
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  };
  const watched = new Map<string, Watched>();
  const reported = events === 'delivered' || events === 'lost' ? eventsReportingJobs() : undefined;
  const jobs = new Jobs({
    state,
    account: { key: account },
    clock,
    send,
    owner: 'simulation',
    eventsReportingJobs: reported,
  });
  // Events have come before.
  if (events === 'delivered') for (const type of reported?.values() ?? []) await state.events.remember(type, type);
  /** The event that the platform posts when the job ends. */
  const report = async (operation: SimulatedJob['operation'], input: SimulatedJob['input'], after: number) => {
    await clock.sleep(after);
    await state.events.announce([operation.name], Object.values(input).map(String));
    await state.events.remember(`${operation.name} ${JSON.stringify(input)}`, reported?.get(operation.job));
  };
  clock.run();
  return {
    clock,
    jobs,
    throttle,
    polls,
    answer,
    async begin({ operation, input, takes }) {
      const id = await reserve(state, operation, input);
      watched.set(keyOf({ name: operation.job.watch }, input), { started: operation, endsAt: clock.steady() + takes });
      await state.ledger.record(id, {
        money: 'settled',
        charged: 0,
        state: 'running',
        answer: startOf(operation),
        watch: { operation: operation.job.watch, arguments: input },
        pollAfterMs: await jobs.firstPause(operation.job),
      });
      if (events === 'delivered') void report(operation, input, takes);
      return id;
    },
    async [Symbol.asyncDispose]() {
      clock.stop();
      await state.close();
    },
  };
}

interface Watched {
  readonly started: SimulatedJob['operation'];
  readonly endsAt: number;
}

const keyOf = ({ name }: Pick<Operation, 'name'>, input: object): string =>
  `${name} ${String(Object.values(input)[0])}`;

async function reserve(state: State, { name }: Operation, input: SimulatedJob['input']): Promise<string> {
  const reserved = await state.ledger.reserve({
    account,
    session: 'simulation',
    operation: name,
    arguments: input,
    fingerprint: `${name} ${JSON.stringify(input)}`,
    estimate: 0,
    basis: 'simulated',
    limits: [],
    again: true,
    expiresAfterMs: 60_000,
  });
  if (reserved.kind !== 'reserved') throw new Error(`not reserved but ${reserved.kind}`);
  await state.ledger.dispatch(reserved.entry.id, 30_000);
  return reserved.entry.id;
}
