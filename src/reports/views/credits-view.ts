import { barChart } from '../charts/bar-chart.ts';
import { inNumbers, orDash } from '../charts/chart.ts';
import { columnChart } from '../charts/column-chart.ts';
import type { Node } from '../charts/node.ts';
import { button, figure, note, emptyState, numbers, pageTitle, numeric, section, table } from './parts/blocks.ts';
import { accountsTable, type AccountRow } from './parts/accounts-table.ts';
import { dayFormat, momentFormat, shortDayFormat } from './parts/dates.ts';
import { sideBySide } from './parts/layout.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberOf, recordsOf, textOf, timeOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Balance, limits and spending: the data of `credits`. */
export const creditsView: View = (data, context) => {
  const money = fieldsOf(data);
  const { words } = context;
  const accounts = recordsOf(money['accounts']);
  if (accounts.length > 0)
    return [
      pageTitle(words.credits, context),
      accountsTable(accounts as unknown as readonly AccountRow[], words),
      button(words.refresh, { tool: 'credits', arguments: {} }),
    ];
  const spending = [
    ...byDay(money, context),
    ...sideBySide(
      context,
      (inner) => byOperation(money, inner),
      (inner) => heldCredits(money, inner),
    ),
  ];
  return [
    pageTitle(words.credits, context),
    ...overview(money, context),
    ...gaps(money),
    ...elsewhere(money, context),
    ...limits(money, context),
    ...spending,
    ...(spending.length === 0 && spentIn(money) === 0 ? [emptyState(words.noSpending, words.empty.credits)] : []),
    button(words.refresh, { tool: 'credits', arguments: {} }),
  ];
};

function overview(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const totals = fieldsOf(money['totals']);
  const renews = timeOf(money['renews_at']);
  const inDoubt = numberOf(totals['in_doubt']) ?? 0;
  return numbers([
    [words.balance, orDash(numberOf(money['balance']), context)],
    [words.spent30, inNumbers(spentIn(money), context)],
    [words.reserved, orDash(numberOf(totals['reserved']), context)],
    [words.inDoubt, inDoubt > 0 ? inNumbers(inDoubt, context) : undefined],
    [words.renews, renews === undefined ? undefined : dayFormat(locale).format(renews)],
  ]);
}

/** What was spent in 30 days: all that the platform has in its history, or else what this installation spent. */
function spentIn(money: Fields): number {
  const own = recordsOf(money['spent_30_days']).reduce((sum, row) => sum + (numberOf(row['charged']) ?? 0), 0);
  return Math.max(own, numberOf(fieldsOf(money['history_30_days'])['charged']) ?? 0);
}

/** What others of the team spent, or the platform itself, by operation. */
function elsewhere(money: Fields, context: ViewContext): Node[] {
  const rows = recordsOf(fieldsOf(money['history_30_days'])['elsewhere']).map(
    ({ operation, charged }) => `${textOf(operation) ?? '–'} ${inNumbers(numberOf(charged) ?? 0, context)}`,
  );
  return rows.length === 0 ? [] : [note(`${context.words.spentElsewhere}: ${rows.join(', ')}`)];
}

/** Notes on why figures are missing or incomplete. */
const gaps = (money: Fields): Node[] =>
  [textOf(money['balance_unknown']), textOf(money['earlier_spending'])].filter((text) => text !== undefined).map(note);

interface Limit {
  /** Such as `day`. */
  readonly window: string;
  readonly credits: number;
  readonly spent: number;
  readonly reserved: number;
  readonly left: number;
  /** Epoch milliseconds. */
  readonly resets: number | undefined;
}

/** The limits of the account, which are written `200/day`; those of a label are left out. */
const limitsOf = (money: Fields): Limit[] =>
  recordsOf(money['limits']).flatMap((row) => {
    const [, credits, window = ''] = /^(\d+)\/(\w+)$/.exec(textOf(row['limit']) ?? '') ?? [];
    if (credits === undefined) return [];
    const spent = numberOf(row['spent']) ?? 0;
    const reserved = numberOf(row['reserved']) ?? 0;
    return [
      {
        window,
        credits: Number(credits),
        spent,
        reserved,
        left: numberOf(row['left']) ?? Math.max(0, Number(credits) - spent - reserved),
        resets: timeOf(row['resets_at']),
      },
    ];
  });

function limits(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const all = limitsOf(money);
  if (all.length === 0) return [];
  const spans = all.filter(({ window }) => window !== 'call');
  const nameOf = ({ window }: Limit): string => words.windows[window] ?? window;
  const limitText = (limit: Limit): string =>
    `${inNumbers(limit.spent + limit.reserved, context)} ${words.of} ${inNumbers(limit.credits, context)}`;
  const share = (part: number, { credits }: Limit): number => (credits === 0 ? 100 : (100 * part) / credits);
  const time = momentFormat(locale);
  const perCall = all
    .filter(({ window }) => window === 'call')
    .map((limit) => note(`${nameOf(limit)}: ${words.atMost} ${inNumbers(limit.credits, context)}`));
  if (spans.length === 0) return [section(words.limitsTitle, perCall)];
  return [
    section(
      words.limitsTitle,
      figure(
        barChart({
          ...context,
          label: `${words.limitsTitle}: ${spans.map((limit) => `${nameOf(limit)} ${limitText(limit)}`).join(', ')}`,
          unit: '%',
          bars: spans.map((limit) => ({
            label: nameOf(limit),
            values: [share(limit.spent, limit), share(limit.reserved, limit)],
            text: limitText(limit),
          })),
          series: [words.spent, words.reserved],
          stacked: true,
          max: 100,
        }),
        [words.limit, numeric(words.spent), numeric(words.reserved), numeric(words.left), words.resets],
        spans.map((limit) => [
          `${nameOf(limit)}: ${inNumbers(limit.credits, context)}`,
          inNumbers(limit.spent, context),
          inNumbers(limit.reserved, context),
          inNumbers(limit.left, context),
          limit.resets === undefined ? '–' : time.format(limit.resets),
        ]),
        context,
      ),
      ...perCall,
    ),
  ];
}

/** Days that are drawn at most. */
const maxDays = 31;

const dayMs = 86_400_000;

function byDay(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const format = shortDayFormat(locale);
  const spent = new Map(
    recordsOf(money['spent_by_day']).flatMap((row) => {
      const at = timeOf(row['day']);
      const value = numberOf(row['charged']);
      return at === undefined || value === undefined ? [] : [[at, value] as const];
    }),
  );
  if (spent.size === 0) return [];
  const last = Math.max(...spent.keys());
  const first = Math.max(Math.min(...spent.keys()), last - (maxDays - 1) * dayMs);
  // Days without spending are drawn too.
  const columns = Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, n) => {
    const at = first + n * dayMs;
    return { label: format.format(at), value: spent.get(at) ?? 0 };
  });
  const limit = limitsOf(money).find(({ window }) => window === 'day')?.credits;
  return [
    section(
      words.spentByDay,
      figure(
        columnChart({
          ...context,
          label: `${words.spentByDay}: ${columns.map(({ label, value }) => `${label} ${value}`).join(', ')}`,
          unit: words.credits,
          columns,
          reference:
            limit === undefined ? undefined : { value: limit, label: `${words.limit}: ${inNumbers(limit, context)}` },
        }),
        [words.date, numeric(words.credits)],
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
          unit: words.credits,
          bars: rows.map((row) => ({ ...row, text: inNumbers(row.values[0] ?? 0, context) })),
        }),
        [words.operation, numeric(words.credits), numeric(words.calls)],
        rows.map(({ label, values, calls }) => [label, inNumbers(values[0] ?? 0, context), inNumbers(calls, context)]),
        context,
      ),
    ),
  ];
}

/** The credits held for calls in flight. */
function heldCredits(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const rows = recordsOf(money['reservations']);
  if (rows.length === 0) return [];
  const time = momentFormat(locale);
  return [
    section(
      words.heldTitle,
      table(
        [words.operation, numeric(words.credits), words.started],
        rows.map((row) => {
          const since = timeOf(row['since']);
          return [
            textOf(row['operation']) ?? '–',
            inNumbers(numberOf(row['credits']) ?? 0, context),
            since === undefined ? '–' : time.format(since),
          ];
        }),
        words.heldTitle,
      ),
    ),
  ];
}
