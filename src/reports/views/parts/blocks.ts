import { barChart, type Bar } from '../../charts/bar-chart.ts';
import { inNumbers, type ChartOptions } from '../../charts/chart.ts';
import { h, type Attributes, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { fieldsOf, textOf } from './read.ts';
import type { ViewAction, ViewContext } from './view.ts';
import { gapInWords, type Words } from './words.ts';

/** A column of a table by its name, or one of numbers. */
export type TableColumn = string | { readonly numbers: string };

/** A column of numbers, which are aligned at the right. */
export const numeric = (name: string): TableColumn => ({ numbers: name });

/** The title of a page, with its account and subject below. */
export function pageTitle(
  title: string,
  { account, words }: ViewContext,
  ...about: readonly (string | undefined)[]
): Node {
  const [first, ...others] = about;
  const line = [first, account === undefined ? undefined : `${words.account}: ${account}`, ...others];
  const text = line.filter(Boolean).join(' · ');
  return h('header', {}, h('h1', {}, title), text === '' ? null : h('p', { class: 'about' }, text));
}

/** A heading with its content. */
export const section = (title: string, ...content: readonly (Child | readonly Child[])[]): Node =>
  h('section', {}, h('h2', {}, title), ...content);

export interface TableOptions {
  /** BCP 47: how numbers in cells are written. */
  readonly locale: string;
  /** Whether a reader of a view can sort it by any column. */
  readonly sortable?: boolean | undefined;
}

/**
 * A table. With three or more columns, it becomes a list of its rows if they do not fit side by side. A table that is still
 * too wide scrolls sideways, instead of the page. A cell of a number column that is undefined becomes a dash.
 */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  label: string,
  { locale, sortable = false }: TableOptions = { locale: 'en' },
): Node {
  const all = columns.map((column) =>
    typeof column === 'string' ? { name: column, class: undefined } : { name: column.numbers, class: 'number' },
  );
  const cell = (value: Child, at: number): Node => {
    const attributes = { class: all[at]?.class, 'data-column': all[at]?.name };
    if (typeof value === 'number') return h('td', { ...attributes, 'data-value': value }, inNumbers(value, { locale }));
    return h('td', attributes, value ?? (attributes.class === undefined ? '' : '–'));
  };
  return tableElement(
    label,
    [sortable && 'sortable', columns.length >= 3 && 'stacking'].filter(Boolean).join(' ') || undefined,
    all.map(({ name, class: className }) => h('th', { scope: 'col', class: className }, name)),
    rows.map((cells) => cells.map(cell)),
  );
}

/** A heading with a table; nothing if it has no rows. */
export const tableSection = (
  title: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  options: TableOptions,
  ...after: readonly Node[]
): Node[] => (rows.length === 0 ? [] : [section(title, table(columns, rows, title, options), ...after)]);

/** A table of `th` and `td` elements, in a region that scrolls sideways. */
export const tableElement = (
  label: string,
  className: string | undefined,
  head: readonly Node[],
  rows: readonly (readonly Node[])[],
): Node => {
  const bodyRows = rows.map((cells) => h('tr', {}, cells));
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h('table', { class: className }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, bodyRows)),
  );
};

/** A chart with its numbers as a table behind a disclosure, for those who read rather than look. */
export function figure(
  label: string,
  draw: (options: ChartOptions) => Node,
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  context: ViewContext,
): Node {
  const { width, phoneWidth, locale, words } = context;
  const charts =
    phoneWidth === undefined
      ? [draw({ label, width, locale })]
      : [
          h('div', { class: 'on-wide' }, draw({ label, width, locale })),
          h('div', { class: 'on-phones' }, draw({ label, width: phoneWidth, locale })),
        ];
  const details = h('details', {}, h('summary', {}, words.asTable), table(columns, rows, label, context));
  return h('figure', {}, ...charts, details);
}

export interface BarFigure {
  readonly bars: readonly Bar[];
  /** The heading for the labels of the bars. */
  readonly of: string;
  /** The headings for their numbers, one for each series. */
  readonly measures: readonly string[];
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
  /** The table behind the chart. Default: the numbers of the bars. */
  readonly table?: { readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly Child[])[] };
}

/** Bars, with their numbers as a table. */
export function barFigure(
  title: string,
  { bars, of, measures, max, unit, table: given }: BarFigure,
  context: ViewContext,
): Node {
  const missing = context.words.notMeasured;
  const numbersOf = ({ values }: Bar): string[] =>
    values.map((value) => (value === null ? missing : inNumbers(value, { ...context, unit })));
  const isSingle = measures.length === 1;
  const texts = bars.map((bar) => {
    const labels = numbersOf(bar).map((number, at) => (isSingle ? number : `${measures[at]} ${number}`));
    return `${bar.label}${isSingle ? '' : ':'} ${bar.text ?? labels.join(', ')}`;
  });
  const label = `${title}: ${texts.join(isSingle ? ', ' : '; ')}`;
  const series = isSingle ? undefined : measures;
  return figure(
    label,
    (options) => barChart({ ...options, bars, max, unit, series, missing }),
    given?.columns ?? [of, ...measures.map(numeric)],
    given?.rows ?? bars.map((bar) => [bar.label, ...numbersOf(bar)]),
    context,
  );
}

/** A heading with bars; nothing if there are none. */
export const barSection = (
  title: string,
  chart: BarFigure,
  context: ViewContext,
  ...after: readonly (Node | readonly Node[])[]
): Node[] => (chart.bars.length === 0 ? [] : [section(title, barFigure(title, chart, context), ...after)]);

/** A heading with a list; nothing if the list is empty. */
export const listSection = (title: string, items: readonly Child[]): Node[] =>
  items.length === 0 ? [] : [section(title, bulletList(items))];

export const bulletList = (items: readonly Child[]): Node => {
  const listItems = items.map((item) => h('li', {}, item));
  return h('ul', {}, listItems);
};

export const note = (text: string): Node => h('p', { class: 'note' }, text);

/** Text with the number of omitted items of a list; nothing if all are shown. */
export const notShown = (all: number | undefined, shown: number, { notShown: text }: Words): Node[] =>
  all === undefined || all <= shown ? [] : [note(text.replace('{}', String(all - shown)))];

/** Notes on figures that are missing in the data of a workflow. */
export const notAvailable = (data: Fields, words: Words): Node[] =>
  Object.entries(fieldsOf(data['not_available'])).flatMap(([part, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [note(gapInWords(text, part, words))];
  });

/** A replacement for missing content: says that there is nothing to show, and what a person can do. */
export const emptyState = (title: string, whatToDo: string): Node =>
  h('div', { class: 'nothing' }, h('p', {}, h('strong', {}, title)), note(whatToDo));

/** A few large numbers, each with its name. Those without a value are left out; nothing if none has one. */
export function numbers(facts: readonly (readonly [name: string, value: Child])[], options: TableOptions): Node[] {
  const items = facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) =>
      h('div', {}, h('dt', {}, name), h('dd', {}, typeof value === 'number' ? inNumbers(value, options) : value)),
    );
  return items.length === 0 ? [] : [h('dl', { class: 'numbers' }, items)];
}

/** A button that asks the host for a tool call. */
export const button = (label: string, { tool, arguments: input }: ViewAction, more: Attributes = {}): Node =>
  h('button', { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input), ...more }, label);

/** What a button shows below itself; this decides how the result of its call is drawn. */
export type EvidenceKind = 'gaps' | 'pages' | 'claims';

/** A button that shows the evidence for a figure or a name below itself; the rest of the page is unchanged. */
export const evidenceButton = (label: string, kind: EvidenceKind, action: ViewAction): Node =>
  button(label, action, { 'data-evidence': kind });

/** A button for a paid call: it shows the price and asks first. `about`: its subject, if labels repeat. */
export const paidButton = (label: string, action: ViewAction, about?: string): Node =>
  button(label, action, { 'data-paid': true, 'aria-label': about === undefined ? undefined : `${label}: ${about}` });

/** A button that explains a choice of calls, and makes the call that a person chooses. */
export const choiceButton = (label: string, about: string, question: Question): Node =>
  h('button', { type: 'button', 'data-question': JSON.stringify(question), 'aria-label': `${label}: ${about}` }, label);

/** What a `choiceButton` shows below itself. */
export interface Question {
  readonly means: string;
  readonly choices: readonly { readonly label: string; readonly action: ViewAction }[];
  /** Shown after one of the calls was made. */
  readonly done: string;
}

/** A link to a web address. Any other address, such as `javascript:`, stays text. */
export const link = (address: string, label = address): Child =>
  /^https?:\/\//i.test(address)
    ? h('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, label)
    : label;
