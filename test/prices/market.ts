import { operation as named } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { limit, openStage, type Stage } from '../tools/workflows/support/stage.ts';
import type { Given } from './arbitrary-arguments.ts';

/** Credits that no call of these tests exhausts, so that what has no bound is let through. */
const plenty = 1_000_000;

/** The figures of one paid call, on both sides. */
export interface Purchase {
  readonly given: Given;
  /** The estimate; null without a bound. */
  readonly estimate: number | null;
  /** Credits held in the ledger; undefined if nothing was recorded. */
  readonly reserved: number | undefined;
  /** Credits stated in the result. */
  readonly charged: number | undefined;
  /** Whether the result holds that for the final amount. */
  readonly isFinal: boolean;
  /** Whether the platform carried it out. */
  readonly accepted: boolean;
  /** Credits in the platform's history because of it, minus refunds. */
  readonly drawn: number;
}

export interface Market extends AsyncDisposable {
  readonly ask: Stage['ask'];
  /** Estimates a call, makes it, waits until all that it set off is over, and reads what was drawn meanwhile. */
  buy(operation: Operation, given: Given): Promise<Purchase>;
  /** All that the ledger counts, and all that the platform drew, once both have been compared. */
  books(): Promise<{ readonly counted: number; readonly drawn: number }>;
}

const isAlive = (job: { readonly state: string } | undefined): boolean =>
  job !== undefined && job.state !== 'completed' && job.state !== 'failed';

/** The tools over the real client on an embedded platform of its own, with a budget that everything fits into. */
export async function openMarket(): Promise<Market> {
  const clock = virtualClock(new Date().toISOString());
  const rig = await openStage({ budget: limit(plenty, 'day'), clock }, {}, { balance: plenty / 2, clock });
  const history = async (): Promise<{ total: number; deltas: number[] }> => {
    const deltas: number[] = [];
    for (let page = 1; ; page++) {
      const { data, page: result } = await rig.client.call(named('credits.history'), { page, per_page: 100 });
      deltas.push(...(data as { delta: number }[]).map(({ delta }) => delta));
      if (!result || page >= result.last_page) return { total: deltas.length, deltas };
    }
  };
  const drawnOf = (deltas: readonly number[]): number => 0 - deltas.reduce((sum, delta) => sum + delta, 0);
  let seen = (await history()).total;
  const opening = seen;

  return {
    ask: rig.ask,
    async buy(operation, given) {
      seen = (await history()).total;
      const jobIds = new Set((await rig.client.jobs({ limit: 200 })).map(({ job_id }) => job_id));
      const { data } = await rig.run('estimate', { calls: [{ operation: operation.name, arguments: given }] });
      const result = await rig.run('call_paid', {
        operation: operation.name,
        arguments: given,
        wait_s: 600,
        again: true,
      });
      // What a job sets off ends after it: a first run, say.
      await rig.clock.sleep(1_800_000);
      const entry = (await rig.client.jobs({ limit: 200 })).find(({ job_id }) => !jobIds.has(job_id));
      const { total, deltas } = await history();
      return {
        given,
        estimate: data.calls[0].credits,
        reserved: entry?.credits.estimated,
        charged: result.credits?.charged,
        isFinal: result.credits?.unconfirmed === undefined && !isAlive(result.job),
        accepted: result.ok === true,
        drawn: drawnOf(deltas.slice(0, total - seen)),
      };
    },
    async books() {
      await rig.client.reconcile();
      const { totals } = await rig.client.money();
      const { total, deltas } = await history();
      return { counted: totals.charged + totals.reserved, drawn: drawnOf(deltas.slice(0, total - opening)) };
    },
    [Symbol.asyncDispose]: () => rig[Symbol.asyncDispose](),
  };
}
