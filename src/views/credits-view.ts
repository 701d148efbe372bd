import { barChart } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { columnChart } from '../charts/column-chart.ts';
import { h, type Node } from '../charts/node.ts';
import { button, figure, numbers, section } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf, timeOf, type Fields } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Balance, limits and spending: the data of `credits`. */
export const creditsView: View = (data, context) => {
  const money = fieldsOf(data);
  const { words } = context;
  return [
    h('h1', {}, words.credits),
    overview(money, context),
    ...limits(money, context),
    ...byDay(money, context),
    ...byOperation(money, context),
    button(words.refresh, { tool: 'credits', arguments: {} }),
  ];
};

function overview(money: Fields, context: ViewContext): Node {
  const { words, locale } = context;
  const totals = fieldsOf(money['totals']);
  const renews = timeOf(money['renews_at']);
  const shown = (value: unknown): string => {
    const number = numberOf(value);
    return number === undefined ? '–' : inNumbers(number, context);
  };
  return numbers([
    [words.balance, shown(money['balance'])],
    [words.spent30, shown(totals['charged'])],
    [words.reserved, shown(totals['reserved'])],
    ...(renews === undefined
      ? []
      : [
          [
            words.renews,
            new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(renews),
          ] as const,
        ]),
  ]);
}

function limits(money: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(money['limits']).flatMap((row) => {
    const limit = numberOf(row['limit'] ?? row['credits']);
    if (limit === undefined) return [];
    const used = (numberOf(row['spent']) ?? 0) + (numberOf(row['reserved'] ?? row['held']) ?? 0);
    const left = numberOf(row['left']) ?? Math.max(0, limit - used);
    const name = textOf(row['window'] ?? row['per']) ?? '–';
    return [{ name, limit, used: limit - left }];
  });
  if (rows.length === 0) return [];
  const said = ({ limit, used }: { limit: number; used: number }): string =>
    `${inNumbers(used, context)} ${words.of} ${inNumbers(limit, context)}`;
  return [
    section(
      words.limitsTitle,
      figure(
        barChart({
          ...context,
          unit: '%',
          label: `${words.limitsTitle}: ${rows.map((row) => `${row.name} ${said(row)}`).join(', ')}`,
          bars: rows.map((row) => ({
            label: `${row.name}: ${said(row)}`,
            values: [row.limit === 0 ? 100 : (100 * row.used) / row.limit],
          })),
          max: 100,
        }),
        [{ name: words.limitsTitle }, { name: words.credits, numeric: true }],
        rows.map((row) => [row.name, said(row)]),
        context,
      ),
    ),
  ];
}

function byDay(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const columns = recordsOf(money['spent_by_day'])
    .flatMap((row) => {
      const at = timeOf(row['day']);
      const value = numberOf(row['charged']);
      return at === undefined || value === undefined ? [] : [{ at, label: format.format(at), value }];
    })
    .toSorted((a, b) => a.at - b.at);
  if (columns.length === 0) return [];
  return [
    section(
      words.spentByDay,
      figure(
        columnChart({
          ...context,
          label: `${words.spentByDay}: ${columns.map(({ label, value }) => `${label} ${value}`).join(', ')}`,
          columns,
        }),
        [{ name: '' }, { name: words.credits, numeric: true }],
        columns.map(({ label, value }) => [label, inNumbers(value, context)]),
        context,
      ),
    ),
  ];
}

function byOperation(money: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(money['spent_30_days'])
    .map((row) => ({
      label: textOf(row['operation']) ?? '–',
      values: [numberOf(row['charged']) ?? 0],
      calls: numberOf(row['calls']) ?? 0,
    }))
    .toSorted((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  if (rows.length === 0) return [];
  return [
    section(
      words.spentByOperation,
      figure(
        barChart({
          ...context,
          label: `${words.spentByOperation}: ${rows.map(({ label, values }) => `${label} ${values[0]}`).join(', ')}`,
          bars: rows,
        }),
        [{ name: words.operation }, { name: words.calls, numeric: true }, { name: words.credits, numeric: true }],
        rows.map(({ label, values, calls }) => [label, inNumbers(calls, context), inNumbers(values[0] ?? 0, context)]),
        context,
      ),
    ),
  ];
}
