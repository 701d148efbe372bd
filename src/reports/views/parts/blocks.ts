import { barChart, type Bar, type BarChartOptions } from '../../charts/bar-chart.ts';
import { inNumbers, orDash } from '../../charts/chart.ts';
import { h, isElement, type Attributes, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { fieldsOf, textOf } from './read.ts';
import type { ViewAction, ViewContext } from './view.ts';
import { gapInWords, type Words } from './words.ts';

/** A column of a table by its name, or one of numbers. */
export type TableColumn = string | { readonly numbers: string };

/** A column of numbers, which are aligned at the right. */
export const numeric = (name: string): TableColumn => ({ numbers: name });

/** The title of a page, and below it whose it is and what it is about. */
export function pageTitle(
  title: string,
  { account, words }: ViewContext,
  ...about: readonly (string | undefined)[]
): Node {
  const [first, ...others] = about;
  const line = [first, account === undefined ? undefined : `${words.accountName}: ${account}`, ...others];
  const text = line.filter(Boolean).join(' · ');
  return h('header', {}, h('h1', {}, title), text === '' ? null : h('p', { class: 'about' }, text));
}

/** A heading with its content. */
export const section = (title: string, ...content: readonly (Child | readonly Child[])[]): Node =>
  h('section', {}, h('h2', {}, title), ...content);

/**
 * A table. One of three columns or more becomes a list of its rows where they do not fit side by side. Whatever is still too wide scrolls
 * sideways within itself, so that the page does not. `sortable`: a reader of a view can sort it by any column.
 */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  label: string,
  sortable = false,
): Node {
  const all = columns.map((column) =>
    typeof column === 'string' ? { name: column, class: undefined } : { name: column.numbers, class: 'number' },
  );
  return tableElement(
    label,
    [sortable && 'sortable', columns.length >= 3 && 'stacking'].filter(Boolean).join(' ') || undefined,
    all.map(({ name, class: className }) => h('th', { scope: 'col', class: className }, name)),
    rows.map((cells) =>
      cells.map((cell, at) => h('td', { class: all[at]?.class, 'data-column': all[at]?.name }, cell)),
    ),
  );
}

/** A table of `th` and `td` elements, in a region that scrolls sideways. */
export const tableElement = (
  label: string,
  className: string | undefined,
  head: readonly Node[],
  rows: readonly (readonly Node[])[],
): Node =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      { class: className },
      h('thead', {}, h('tr', {}, head)),
      h(
        'tbody',
        {},
        rows.map((cells) => h('tr', {}, cells)),
      ),
    ),
  );

/** A number in a sortable table; a dash where it is not known. */
export const numberCell = (value: number | undefined, context: ViewContext): Node =>
  h('span', { 'data-value': value ?? '' }, orDash(value, context));

/** A chart with its numbers as a table behind a disclosure, for those who read rather than look. */
export const figure = (
  drawing: Node,
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  { words }: ViewContext,
): Node =>
  h(
    'figure',
    {},
    drawing,
    h('details', {}, h('summary', {}, words.asTable), table(columns, rows, String(drawing.attributes['aria-label']))),
  );

/** Bars and their numbers as a table. `of`: what the bars stand for; `measures`: what their numbers are, one for each series. */
export function barFigure(
  title: string,
  of: string,
  measures: readonly string[],
  chart: Pick<BarChartOptions, 'bars' | 'max' | 'unit'>,
  context: ViewContext,
): Node {
  const missing = context.words.notMeasured;
  const numbersOf = ({ values }: Bar): string[] =>
    values.map((value) => (value === null ? missing : inNumbers(value, { ...context, unit: chart.unit })));
  const texts = chart.bars.map((bar) => {
    const labels = numbersOf(bar).map((number, at) => (measures.length > 1 ? `${measures[at]} ${number}` : number));
    return `${bar.label}${measures.length > 1 ? ':' : ''} ${labels.join(', ')}`;
  });
  return figure(
    barChart({
      ...context,
      ...chart,
      label: `${title}: ${texts.join(measures.length > 1 ? '; ' : ', ')}`,
      series: measures.length > 1 ? measures : undefined,
      missing,
    }),
    [of, ...measures.map(numeric)],
    chart.bars.map((bar) => [bar.label, ...numbersOf(bar)]),
    context,
  );
}

export const bulletList = (items: readonly Child[]): Node =>
  h(
    'ul',
    {},
    items.map((item) => h('li', {}, item)),
  );

export const note = (text: string): Node => h('p', { class: 'note' }, text);

/** How many more there are of a list than are shown, in words; nothing where all are shown. */
export const notShown = (all: number | undefined, shown: number, { notShown: text }: Words): Node[] =>
  all === undefined || all <= shown ? [] : [note(text.replace('{}', String(all - shown)))];

/** Notes on figures that the data of a workflow lacks. */
export const notAvailable = (data: Fields, words: Words): Node[] =>
  Object.entries(fieldsOf(data['not_available'])).flatMap(([part, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [note(gapInWords(text, part, words))];
  });

/** Shown in place of missing content: that there is nothing to show, and what a person can do about it. */
export const emptyState = (title: string, whatToDo: string): Node =>
  h('div', { class: 'nothing' }, h('p', {}, h('strong', {}, title)), note(whatToDo));

/** A few large numbers, each with its name. Those without a value are left out, and all of it where none has one. */
export function numbers(facts: readonly (readonly [name: string, value: Child])[]): Node[] {
  const items = facts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  return items.length === 0 ? [] : [h('dl', { class: 'numbers' }, items)];
}

/** A button that asks the host for a tool call. */
export const button = (label: string, { tool, arguments: input }: ViewAction, more: Attributes = {}): Node =>
  h('button', { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input), ...more }, label);

/** What a button shows below itself, which decides how the result of its call is drawn. */
export type EvidenceKind = 'gaps' | 'pages' | 'claims';

/** A button that shows the evidence for a figure or a name below itself; the rest of the page stays as it is. */
export const evidenceButton = (label: string, kind: EvidenceKind, action: ViewAction): Node =>
  button(label, action, { 'data-evidence': kind });

/**
 * A button for a call that costs credits: it shows the price and asks before it calls. `about`: what it is for, where several buttons
 * have one label. `needsProject`: it asks for the project first, unless the call names one.
 */
export const paidButton = (
  label: string,
  action: ViewAction,
  { about, needsProject }: { readonly about?: string | undefined; readonly needsProject?: boolean | undefined } = {},
): Node =>
  button(label, action, {
    'data-paid': true,
    'data-project': needsProject && action.arguments['project'] === undefined,
    'aria-label': about === undefined ? undefined : `${label}: ${about}`,
  });

/** One of several ways in which a call can be made. */
export interface Choice {
  readonly label: string;
  readonly action: ViewAction;
}

/** A button that explains a choice of calls, and makes the call that a person chooses. */
export const choiceButton = (label: string, about: string, question: Question): Node =>
  h(
    'button',
    {
      type: 'button',
      'data-question': JSON.stringify(question),
      'data-arguments': JSON.stringify(question.choices.map(({ action }) => action.arguments)),
      'aria-label': `${label}: ${about}`,
    },
    label,
  );

/** What a `choiceButton` shows below itself. */
export interface Question {
  readonly means: string;
  readonly choices: readonly Choice[];
  /** Shown after one of the calls was made. */
  readonly done: string;
}

/** The document without its buttons, which cannot be pressed on paper or in a file. */
export const withoutButtons = (node: Node): Node => ({
  ...node,
  children: node.children.flatMap((child): readonly Child[] => {
    if (!isElement(child)) return [child];
    return child.tag === 'button' ? [] : [withoutButtons(child)];
  }),
});

/** A link to a web address. Any other address, such as `javascript:`, stays text. */
export const link = (address: string, label = address): Child =>
  /^https?:\/\//i.test(address)
    ? h('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, label)
    : label;
