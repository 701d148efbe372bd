import { inNumbers } from '../charts/chart.ts';
import { columnChart } from '../charts/column-chart.ts';
import type { Node } from '../charts/node.ts';
import {
  barFigure,
  barSection,
  button,
  figure,
  note,
  emptyState,
  numbers,
  pageTitle,
  numeric,
  section,
  table,
  tableSection,
} from './parts/blocks.ts';
import { dayFormat, momentFormat, shortDayFormat } from './parts/dates.ts';
import { sideBySide } from './parts/layout.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberIn, recordsOf, textOf, textsOf, timeOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';

/** Balance, limits and spending: the data of `credits`. */
export const creditsView: View = (data, context) => {
  const money = fieldsOf(data);
  const { words } = context;
  const spending = [
    ...byDay(money, context),
    ...sideBySide(
      context,
      (inner) => byOperation(money, inner),
      (inner) => heldCredits(money, inner),
    ),
  ];
  const body =
    recordsOf(money['accounts']).length > 0
      ? [accountsTable(money, context)]
      : [
          ...overview(money, context),
          ...gaps(money),
          ...elsewhere(money, context),
          ...limits(money, context),
          ...spending,
          ...(spending.length === 0 && spentIn(money) === 0 ? [emptyState(words.noSpending, words.empty.credits)] : []),
        ];
  return [pageTitle(words.credits, context), ...body, button(words.refresh, { tool: 'credits', arguments: {} })];
};

/** The balance and limits of each of several accounts. */
const accountsTable = (money: Fields, context: ViewContext): Node => {
  const { words } = context;
  return table(
    [words.account, numeric(words.balance), words.left, numeric(words.reserved), numeric(words.inDoubt)],
    recordsOf(money['accounts']).map((row) => {
      const why = textOf(row['balance_unknown']);
      return [
        textOf(row['account']),
        numberIn(row['balance']) ?? (why && `– (${why})`),
        textsOf(row['left']).join(', '),
        numberIn(row['reserved']) || '',
        numberIn(row['in_doubt']) || '',
      ];
    }),
    words.credits,
    context,
  );
};

function overview(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const totals = fieldsOf(money['totals']);
  const renews = timeOf(money['renews_at']);
  return numbers(
    [
      [words.balance, numberIn(money['balance']) ?? '–'],
      [words.spent30, spentIn(money)],
      [words.reserved, numberIn(totals['reserved']) ?? '–'],
      [words.inDoubt, numberIn(totals['in_doubt']) || undefined],
      [words.renews, renews === undefined ? undefined : dayFormat(locale).format(renews)],
    ],
    context,
  );
}

/** Spending of 30 days: from the platform's history, or otherwise of this installation only. */
function spentIn(money: Fields): number {
  const own = recordsOf(money['spent_30_days']).reduce((sum, row) => sum + (numberIn(row['charged']) ?? 0), 0);
  return Math.max(own, numberIn(fieldsOf(money['history_30_days'])['charged']) ?? 0);
}

/** Spending of others in the team, or by the platform itself, by operation. */
function elsewhere(money: Fields, context: ViewContext): Node[] {
  const rows = recordsOf(fieldsOf(money['history_30_days'])['elsewhere']).map(
    ({ operation, charged }) => `${textOf(operation) ?? '–'} ${inNumbers(numberIn(charged) ?? 0, context)}`,
  );
  return rows.length === 0 ? [] : [note(`${context.words.spentElsewhere}: ${rows.join(', ')}`)];
}

/** Notes on why figures are missing or incomplete. */
const gaps = (money: Fields): Node[] => textsOf([money['balance_unknown'], money['earlier_spending']]).map(note);

/** The limits of the account, such as `200/day`, without those of labels. */
function limits(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const all = recordsOf(money['limits']).flatMap((row) => {
    const [, credits, window = ''] = /^(\d+)\/(\w+)$/.exec(textOf(row['limit']) ?? '') ?? [];
    if (credits === undefined) return [];
    const [spent, reserved, left] = [
      numberIn(row['spent']) ?? 0,
      numberIn(row['reserved']) ?? 0,
      numberIn(row['left']),
    ];
    const name = inWords(window, words.windows);
    return [{ window, name, credits: Number(credits), spent, reserved, left, resets: timeOf(row['resets_at']) }];
  });
  const spans = all.filter(({ window }) => window !== 'call');
  const content = [
    ...(spans.length === 0 ? [] : [spanFigure()]),
    ...all
      .filter(({ window }) => window === 'call')
      .map(({ name, credits }) => note(`${name}: ${words.atMost} ${inNumbers(credits, context)}`)),
  ];
  return content.length === 0 ? [] : [section(words.limitsTitle, content)];

  function spanFigure(): Node {
    const time = momentFormat(locale);
    return barFigure(
      words.limitsTitle,
      {
        of: words.limit,
        measures: [words.spent],
        unit: '%',
        max: 100,
        bars: spans.map(({ name, credits, spent, reserved }) => ({
          label: name,
          values: [credits === 0 ? 100 : (100 * (spent + reserved)) / credits],
          text: `${inNumbers(spent + reserved, context)} ${words.of} ${inNumbers(credits, context)}`,
        })),
        table: {
          columns: [words.limit, numeric(words.spent), numeric(words.reserved), numeric(words.left), words.resets],
          rows: spans.map(({ name, credits, spent, reserved, left, resets }) => [
            `${name}: ${inNumbers(credits, context)}`,
            spent,
            reserved,
            left,
            resets === undefined ? '–' : time.format(resets),
          ]),
        },
      },
      context,
    );
  }
}

/** Maximum days that are drawn. */
const maxDays = 31;

const dayMs = 86_400_000;

function byDay(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const format = shortDayFormat(locale);
  const spent = new Map(
    recordsOf(money['spent_by_day']).flatMap((row) => {
      const at = timeOf(row['day']);
      const value = numberIn(row['charged']);
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
  const label = `${words.spentByDay}: ${columns.map((day) => `${day.label} ${day.value}`).join(', ')}`;
  return [
    section(
      words.spentByDay,
      figure(
        label,
        (options) => columnChart(columns, { ...options, unit: words.credits }),
        [words.date, numeric(words.credits)],
        columns.map((day) => [day.label, day.value]),
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
      charged: numberIn(row['charged']) ?? 0,
      calls: numberIn(row['calls']),
    }))
    .toSorted((a, b) => b.charged - a.charged);
  return barSection(
    words.spentByOperation,
    {
      of: words.operation,
      measures: [words.credits],
      bars: rows.map(({ label, charged }) => ({ label, values: [charged] })),
      table: {
        columns: [words.operation, numeric(words.credits), numeric(words.calls)],
        rows: rows.map(({ label, charged, calls }) => [label, charged, calls]),
      },
    },
    context,
  );
}

/** The credits held for calls in flight. */
function heldCredits(money: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const time = momentFormat(locale);
  return tableSection(
    words.heldTitle,
    [words.operation, numeric(words.credits), words.started],
    recordsOf(money['reservations']).map((row) => {
      const since = timeOf(row['since']);
      return [
        textOf(row['operation']) ?? '–',
        numberIn(row['credits']),
        since === undefined ? '–' : time.format(since),
      ];
    }),
    context,
  );
}
