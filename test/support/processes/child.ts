import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import type { CallOptions, AcknowledgeDelivery } from '../../../src/client/calls/reply.ts';
import type { BudgetLimit } from '../../../src/base/budget-limit.ts';
import { openState } from '../../../src/state/open-state.ts';
import { clientOf } from '../bench.ts';
import { dyingState, type Death } from './dying-state.ts';
import { fastClock } from '../clock/fast-clock.ts';

/** Start-up data of a child process. */
export interface ChildSettings {
  readonly apiUrl: string;
  readonly token?: string;
  /** As `--state` takes it. */
  readonly store: string;
  readonly speed: number;
  readonly origin: number;
  readonly budget: readonly BudgetLimit[];
  readonly requestsPerMinute: number;
  readonly death?: Death;
  /** A name for the account; without one the team is looked up. */
  readonly account?: string;
}

/** A message to the process; each is answered by one. */
export type Order =
  | {
      readonly n: number;
      readonly do: 'call';
      readonly operation: string;
      readonly input: Arguments;
      readonly options: CallOptions;
    }
  | { readonly n: number; readonly do: 'wait'; readonly job: string; readonly options: CallOptions }
  | { readonly n: number; readonly do: 'money' }
  | { readonly n: number; readonly do: 'reconcile' };

/** The answer to the order `n`; 0 says that the process is ready. */
export interface Answer {
  readonly n: number;
  readonly value?: unknown;
  readonly error?: unknown;
}

const { apiUrl, token, store, speed, origin, budget, requestsPerMinute, death, account } = JSON.parse(
  process.argv[2] ?? '',
) as ChildSettings;
const clock = fastClock(speed, origin);
const opened = await openState(store, clock);
const state = death ? dyingState(opened, death, () => writeSync(1, 'stopped')) : opened;
const client = await clientOf({
  apiUrl,
  ...(token ? { token } : {}),
  ...(account ? { account } : {}),
  state,
  clock,
  budget,
  requestsPerMinute,
});

const carryOut = (
  order: Order,
  deferAcknowledgement: NonNullable<CallOptions['deferAcknowledgement']>,
): Promise<unknown> => {
  if (order.do === 'call')
    return client.call(operationNamed(order.operation), order.input, { ...order.options, deferAcknowledgement });
  if (order.do === 'wait') return client.wait(order.job, { ...order.options, deferAcknowledgement });
  return order.do === 'money' ? client.money() : client.reconcile();
};

const send = (answer: Answer, sent: () => void): unknown => process.send?.(answer, undefined, undefined, sent);
process.on('message', async (order: Order) => {
  const ends: AcknowledgeDelivery[] = [];
  const answer = await carryOut(order, async (end) => void ends.push(end)).then(
    (value) => ({ n: order.n, value }),
    (error: Error) => ({ n: order.n, error: { ...error, message: error.message } }),
  );
  send(answer, () => ends.forEach((end) => void end(true)));
});
process.on('disconnect', () => process.exit());
// Most of these processes are killed, and write no cache at their end.
flushCompileCache();
send({ n: 0 }, () => undefined);
