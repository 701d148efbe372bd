import { h, type Child, type Node } from '../../reports/charts/node.ts';
import type { LimitView, MoneyView } from '../../client/client.ts';
import { note, numbers, numeric, section, table, type TableColumn } from '../../reports/views/parts/blocks.ts';
import { sourceInWords } from '../../app/budget-in-force.ts';
import { sinceInWords, untilInWords } from './time-in-words.ts';

/** Rows that are shown of tables that grow with use. */
const maxOperations = 10;
const maxDays = 14;

/** Balance, limits with what is spent and held of each, and spending by operation, label and day. */
export function creditsDocument(money: MoneyView, now: number): Node[] {
  const { drift, limits, reservations, recent, spending } = money;
  return [
    h('h1', {}, 'Credits'),
    ...overview(money),
    ...(money.earlier_spending === undefined ? [] : [note(money.earlier_spending)]),
    ...(drift ? [driftTable(drift)] : []),
    rows(
      'Limits',
      ['Limit', numeric('Left'), 'Used', 'From', 'Resets'],
      limits.map((limit) => limitRow(limit, now)),
    ),
    rows(
      'Held',
      ['Operation', numeric('Credits'), 'State', numeric('Since')],
      reservations.map(({ since, operation, credits, state }) => [operation, credits, state, sinceInWords(since, now)]),
    ),
    rows(
      'Recent',
      ['Operation', numeric('Credits'), 'State', numeric('Ago')],
      recent.map(({ at, operation, charged, state }) => [operation, charged, state, sinceInWords(at, now)]),
    ),
    ...spendingTables(spending),
  ];
}

function overview({ balance, balance_unknown: why, plan, renews_at: renewal, totals, unconfirmed }: MoneyView): Node[] {
  return numbers([
    ['Balance', balance ?? `unknown${why ? ` (${why})` : ''}`],
    ['Plan', plan || undefined],
    ['Renews', renewal?.slice(0, 10)],
    ['Charged', totals.charged],
    ['Reserved', totals.reserved],
    ['In doubt', totals.in_doubt],
    [
      'Not confirmed yet',
      unconfirmed &&
        `${unconfirmed.credits} credits in ${unconfirmed.charges} ${unconfirmed.charges === 1 ? 'charge' : 'charges'}`,
    ],
  ]);
}

const driftTable = (drift: NonNullable<MoneyView['drift']>): Node =>
  rows(
    'Charged above the estimate, 30 days',
    ['Operation', numeric('Calls'), numeric('Estimated'), numeric('Charged'), 'Last'],
    drift.map(({ operation, calls, estimated, charged, at }) => [operation, calls, estimated, charged, at]),
  );

function limitRow({ limit, spent: used, reserved, left, from, resets_at: reset }: LimitView, now: number): Child[] {
  return [
    limit,
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
      ['Operation', numeric('Calls'), numeric('Credits')],
      operations.slice(0, maxOperations).map(({ operation, calls, charged }) => [operation, calls, charged]),
    ),
    ...(labels.length === 0
      ? []
      : [
          rows(
            'By label, 30 days',
            ['Label', numeric('Calls'), numeric('Credits')],
            labels.slice(0, maxOperations).map(({ label, calls, charged }) => [label, calls, charged]),
          ),
        ]),
    rows(
      'By day, UTC',
      ['Day', numeric('Credits')],
      days.slice(-maxDays).map(({ day, charged }) => [day, charged]),
    ),
  ];
}

const rows = (title: string, columns: readonly TableColumn[], cellRows: readonly (readonly Child[])[]): Node =>
  section(title, cellRows.length > 0 ? table(columns, cellRows, title) : note('(none)'));
