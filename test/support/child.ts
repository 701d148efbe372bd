import { createInterface } from 'node:readline';
import { operation } from '../../src/catalog/index.ts';
import type { Arguments } from '../../src/catalog/operation.ts';
import type { CallOptions } from '../../src/client/reply.ts';
import type { BudgetLimit } from '../../src/client/budget-limit.ts';
import { openState } from '../../src/state/open-state.ts';
import { clientOf } from './bench.ts';
import { fastClock } from './fast-clock.ts';

/** What a child process is told at its start. */
export interface ChildSettings {
  readonly apiUrl: string;
  /** As `--state` takes it. */
  readonly store: string;
  readonly speed: number;
  readonly origin: number;
  readonly budget: readonly BudgetLimit[];
  readonly requestsPerMinute: number;
}

/** One line on stdin; each is answered by one line on stdout. */
export type Order =
  | { readonly n: number; readonly do: 'call'; readonly operation: string; readonly input: Arguments; readonly options: CallOptions }
  | { readonly n: number; readonly do: 'wait'; readonly job: string; readonly options: CallOptions }
  | { readonly n: number; readonly do: 'money' };

const { apiUrl, store, speed, origin, budget, requestsPerMinute } = JSON.parse(process.argv[2] ?? '') as ChildSettings;
const clock = fastClock(speed, origin);
const state = await openState(store, clock);
const client = await clientOf({ apiUrl, state, clock, budget, requestsPerMinute });

const carryOut = (order: Order): Promise<unknown> => {
  if (order.do === 'call') return client.call(operation(order.operation), order.input, order.options);
  return order.do === 'wait' ? client.wait(order.job, order.options) : client.money();
};

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const order = JSON.parse(line) as Order;
  const said = await carryOut(order).then(
    (value) => ({ n: order.n, value }),
    (error: Error) => ({ n: order.n, error: { ...error, message: error.message } }),
  );
  process.stdout.write(`${JSON.stringify(said)}\n`);
});
lines.on('close', () => process.exit());
process.stdout.write('{"n":0}\n');
