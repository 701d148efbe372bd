import { h, type Node } from '../../reports/charts/node.ts';
import type { CallerSpending } from '../../state/charges.ts';
import { note, numeric, section, table } from '../../reports/views/parts/blocks.ts';
import type { CallerLabels } from '../../app/caller-labels.ts';
import { callerInWords } from './spending-history.ts';

/** What one caller spent. */
export interface SpendingOfCaller {
  /** The team's account, as a keyed hash. */
  readonly account: string;
  /** The caller, as a keyed hash; null where callers are not distinguished. */
  readonly caller: string | null;
  readonly label: string | null;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
  /** Oldest first, UTC. */
  readonly by_day: readonly { readonly day: string; readonly calls: number; readonly charged: number }[];
}

/** Sorted by spending, highest first. */
export async function spendingOfCallers(
  charges: readonly CallerSpending[],
  labelOf: CallerLabels,
): Promise<SpendingOfCaller[]> {
  const byCaller = Map.groupBy(charges, ({ account, caller }) => JSON.stringify([account, caller]));
  const callers = [...byCaller.values()].map(async (days) => {
    const [{ account, caller }] = days as [CallerSpending];
    return {
      account,
      caller,
      label: await labelOf(account, caller),
      calls: sum(days.map(({ calls }) => calls)),
      charged: sum(days.map(({ charged }) => charged)),
      by_day: days.map(({ day, calls, charged }) => ({ day: dateOf(day), calls, charged })),
    };
  });
  return (await Promise.all(callers)).toSorted((one, other) => other.charged - one.charged);
}

/** The same as tables: callers, and callers by day. */
export function spendingDocument(callers: readonly SpendingOfCaller[], days: number): Node[] {
  if (callers.length === 0) return [h('h1', {}, 'Spending by caller'), note(`Nothing was charged in ${days} days.`)];
  const nameOf = ({ account, caller, label }: SpendingOfCaller): string =>
    callerInWords({ account, caller, name: label });
  return [
    h('h1', {}, `Spending by caller, ${days} days`),
    section(
      'Callers',
      table(
        ['Caller', 'Key', 'Account', numeric('Calls'), numeric('Credits')],
        callers.map((one) => [nameOf(one), one.caller ?? '', one.account, one.calls, one.charged]),
        'Callers',
      ),
    ),
    section(
      'By day, UTC',
      table(
        ['Day', 'Caller', numeric('Calls'), numeric('Credits')],
        callers
          .flatMap((one) => one.by_day.map(({ day, calls, charged }) => [day, nameOf(one), calls, charged] as const))
          .toSorted(([one], [other]) => other.localeCompare(one)),
        'By day',
      ),
    ),
  ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const dateOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
