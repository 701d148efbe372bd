import type { CallerLabels } from '../../app/caller-labels.ts';
import type { CallerSpending, HistoryLine } from '../../state/charges.ts';

/** What the history can be summed by. */
export const groupings = ['label', 'operation', 'caller', 'account'] as const;
export type Grouping = (typeof groupings)[number];

/** A line of the history as it is printed: with the time in ISO 8601, and the caller or account for people where a name is known. */
export type PrintedLine = Omit<HistoryLine, 'at'> & { readonly at: string; readonly name: string | null };

export const printedLines = (lines: readonly HistoryLine[], nameOf: CallerLabels): Promise<PrintedLine[]> =>
  Promise.all(
    lines.map(async (line) => ({
      ...line,
      at: new Date(line.at).toISOString(),
      name: await nameOf(line.account, line.caller),
    })),
  );

/** Sums of charges, highest first. A null key: calls without a label, or where callers are not distinguished. */
export function summedBy(lines: readonly PrintedLine[], grouping: Grouping) {
  const isOfPeople = grouping === 'caller' || grouping === 'account';
  const groups = Map.groupBy(
    lines.filter(({ charged }) => (charged ?? 0) !== 0),
    (line) => line[grouping],
  );
  return [...groups]
    .map(([key, own]) => ({
      key,
      name: isOfPeople ? (own[0]?.name ?? null) : null,
      calls: own.length,
      charged: own.reduce((sum, { charged }) => sum + (charged ?? 0), 0),
    }))
    .toSorted(highestFirst);
}

/** What each caller spent, highest first, with its days, oldest first. */
export async function spendingOfCallers(charges: readonly CallerSpending[], labelOf: CallerLabels) {
  const byCaller = Map.groupBy(charges, ({ account, caller }) => JSON.stringify([account, caller]));
  const callers = [...byCaller.values()].map(async (days) => {
    const [{ account, caller }] = days as [CallerSpending];
    return {
      account,
      caller,
      label: await labelOf(account, caller),
      calls: days.reduce((sum, { calls }) => sum + calls, 0),
      charged: days.reduce((sum, { charged }) => sum + charged, 0),
      by_day: days.map(({ day, calls, charged }) => ({
        day: new Date(day).toISOString().slice(0, 10),
        calls,
        charged,
      })),
    };
  });
  return (await Promise.all(callers)).toSorted(highestFirst);
}

const highestFirst = (one: { readonly charged: number }, other: { readonly charged: number }): number =>
  other.charged - one.charged;
