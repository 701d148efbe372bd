import { h, type Child, type Node } from '../../charts/node.ts';
import type { LimitView, MoneyView } from '../../client/client.ts';
import { note, numbers, section, table, type TableColumn } from '../../views/parts/blocks.ts';
import { sourceInWords } from '../wiring/budget-in-force.ts';
import { sinceInWords, untilInWords } from './time-in-words.ts';

/** Rows that are shown of tables that grow with use. */
const maxOperations = 10;
const maxDays = 14;

/** Balance, limits with what is spent and held of each, and spending by operation, label and day. */
export function creditsDocument(money: MoneyView, now: number): Node[] {
  const { drift, limits, reservations, recent, spending } = money;
  return [
    h('h1', {}, 'Credits'),
    overview(money),
    ...(money.earlier_spending === undefined ? [] : [note(money.earlier_spending)]),
    ...(drift ? [driftTable(drift)] : []),
    rows(
      'Limits',
      [
        { name: 'Limit' },
        { name: '' },
        { name: 'Left', numeric: true },
        { name: 'Used' },
        { name: 'From' },
        { name: 'Resets' },
      ],
      limits.map((limit) => limitRow(limit, now)),
    ),
    rows(
      'Held',
      [{ name: 'Operation' }, { name: 'Credits', numeric: true }, { name: 'State' }, { name: 'Since', numeric: true }],
      reservations.map(({ since, operation, credits, state }) => [operation, credits, state, sinceInWords(since, now)]),
    ),
    rows(
      'Recent',
      [{ name: 'Operation' }, { name: 'Credits', numeric: true }, { name: 'State' }, { name: 'Ago', numeric: true }],
      recent.map(({ at, operation, charged, state }) => [operation, charged, state, sinceInWords(at, now)]),
    ),
    ...spendingTables(spending),
  ];
}

function overview({ balance, balance_unknown: why, plan, renews_at: renewal, totals, unconfirmed }: MoneyView): Node {
  return numbers([
    ['Balance', balance ?? `unknown${why ? ` (${why})` : ''}`],
    ...(plan ? [['Plan', plan] as const] : []),
    ...(renewal ? [['Renews', renewal.slice(0, 10)] as const] : []),
    ['Charged', totals.charged],
    ['Reserved', totals.reserved],
    ['In doubt', totals.in_doubt],
    ...(unconfirmed
      ? [['Not confirmed yet', `${unconfirmed.credits} credits, ${unconfirmed.charges} charges`] as const]
      : []),
  ]);
}

const driftTable = (drift: NonNullable<MoneyView['drift']>): Node =>
  rows(
    'Charged above the estimate, 30 days',
    [
      { name: 'Operation' },
      { name: 'Calls', numeric: true },
      { name: 'Estimated', numeric: true },
      { name: 'Charged', numeric: true },
      { name: 'Last' },
    ],
    drift.map(({ operation, calls, estimated, charged, at }) => [operation, calls, estimated, charged, at]),
  );

function limitRow({ limit, spent: used, reserved, left, from, resets_at: reset }: LimitView, now: number): Child[] {
  return [
    limit,
    h('meter', { value: used, max: used + reserved + left, 'data-held': reserved }),
    left,
    `${used} spent${reserved > 0 ? `, ${reserved} held` : ''}`,
    from ? sourceInWords[from] : '',
    reset ? `in ${untilInWords(reset, now)}` : '',
  ];
}

/** The last 30 days. */
function spendingTables({
  by_operation: operations,
  by_day: days,
  by_label: labels = [],
}: MoneyView['spending']): Node[] {
  if (operations.length === 0) return [];
  return [
    rows(
      'By operation, 30 days',
      [{ name: 'Operation' }, { name: 'Calls', numeric: true }, { name: 'Credits', numeric: true }, { name: '' }],
      withBars(
        operations.slice(0, maxOperations).map(({ operation, calls, charged }) => [[operation, calls], charged]),
      ),
    ),
    ...(labels.length === 0
      ? []
      : [
          rows(
            'By label, 30 days',
            [{ name: 'Label' }, { name: 'Calls', numeric: true }, { name: 'Credits', numeric: true }, { name: '' }],
            withBars(labels.slice(0, maxOperations).map(({ label, calls, charged }) => [[label, calls], charged])),
          ),
        ]),
    rows(
      'By day, UTC',
      [{ name: 'Day' }, { name: 'Credits', numeric: true }, { name: '' }],
      withBars(days.slice(-maxDays).map(({ day, charged }) => [[day], charged])),
    ),
  ];
}

/** Each row with its amount and a bar, the largest as long as there is room. */
function withBars(entries: readonly (readonly [cells: readonly Child[], amount: number])[]): Child[][] {
  const max = Math.max(0, ...entries.map(([, amount]) => amount));
  return entries.map(([cells, amount]) => [...cells, amount, h('meter', { value: amount, max, class: 'compare' })]);
}

const rows = (title: string, columns: readonly TableColumn[], cellRows: readonly (readonly Child[])[]): Node =>
  section(title, cellRows.length > 0 ? table(columns, cellRows, title) : note('(none)'));
