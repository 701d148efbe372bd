import type { HistoryLine } from '../../state/charges.ts';
import { h, type Node } from '../../reports/charts/node.ts';
import { note, numeric, section, table } from '../../reports/views/parts/blocks.ts';
import type { CallerLabels } from '../../app/caller-labels.ts';

/** What the history can be summed by. */
export const groupings = ['label', 'operation', 'caller', 'account'] as const;
export type Grouping = (typeof groupings)[number];

/** A line of the history as it is printed. */
export interface PrintedLine extends Omit<HistoryLine, 'at'> {
  /** ISO 8601. */
  readonly at: string;
  /** The caller or account for people, where a name is known. */
  readonly name: string | null;
}

/** What was spent under one label, by one caller, … */
export interface SpendingOfGroup {
  /** Null: calls without a label, or where callers are not distinguished. */
  readonly key: string | null;
  readonly name: string | null;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

export const printedLines = (lines: readonly HistoryLine[], nameOf: CallerLabels): Promise<PrintedLine[]> =>
  Promise.all(
    lines.map(async (line) => ({
      ...line,
      at: new Date(line.at).toISOString(),
      name: await nameOf(line.account, line.caller),
    })),
  );

/** Sums of charges, highest first. */
export function summedBy(lines: readonly PrintedLine[], grouping: Grouping): SpendingOfGroup[] {
  const groups = Map.groupBy(
    lines.filter(({ charged }) => (charged ?? 0) !== 0),
    (line) => line[grouping],
  );
  return [...groups]
    .map(([key, own]) => ({
      key,
      name: grouping === 'caller' || grouping === 'account' ? (own[0]?.name ?? null) : null,
      calls: own.length,
      charged: own.reduce((sum, { charged }) => sum + (charged ?? 0), 0),
    }))
    .toSorted((one, other) => other.charged - one.charged);
}

export const historyDocument = (lines: readonly PrintedLine[]): Node[] => [
  h('h1', {}, 'Paid calls'),
  lines.length === 0
    ? note('nothing on record')
    : section(
        'Newest first',
        table(
          ['When', 'Caller', 'Label', 'Operation', 'State', numeric('Up to'), numeric('Charged'), 'Consent', 'Entry'],
          lines.map((line) => [
            line.at,
            callerInWords(line),
            line.label ?? '',
            line.operation,
            line.money,
            line.estimate,
            line.charged ?? '',
            line.consent ?? '',
            line.entry,
          ]),
          'Paid calls',
        ),
      ),
];

export const groupsDocument = (groups: readonly SpendingOfGroup[], grouping: Grouping): Node[] => [
  h('h1', {}, `Spending by ${grouping}`),
  groups.length === 0
    ? note('nothing was charged')
    : table(
        [grouping, numeric('Calls'), numeric('Credits')],
        groups.map(({ key, name, calls, charged }) => [name ?? key ?? '(none)', calls, charged]),
        `Spending by ${grouping}`,
      ),
];

/** One name of a caller everywhere: the applications that it signed in with, else the beginning of its hash. */
export const callerInWords = ({ account, caller, name }: Pick<PrintedLine, 'account' | 'caller' | 'name'>): string =>
  name ?? `${(caller ?? account).slice(0, 12)}…`;
