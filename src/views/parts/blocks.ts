import { h, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../json/is-fields.ts';
import { fieldsOf, textOf } from './read.ts';
import type { ViewAction, ViewContext } from './view.ts';
import { gapInWords, type Words } from './words.ts';

export interface TableColumn {
  readonly name: string;
  readonly numeric?: boolean | undefined;
}

/** A heading with what belongs to it; nothing where there is nothing to show. */
export const section = (title: string, ...content: readonly (Child | readonly Child[])[]): Node =>
  h('section', {}, h('h2', {}, title), ...content);

/**
 * Rows under named columns. One of three columns or more is a list of rows where there is no room for them side by side; beyond that, it
 * scrolls sideways by itself, so that the page does not.
 */
export const table = (columns: readonly TableColumn[], rows: readonly (readonly Child[])[], label: string): Node =>
  tableOf(columns, rows, label, false);

/** The same; in a view a reader can sort it by any column. */
export const sortableTable = (
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  label: string,
): Node => tableOf(columns, rows, label, true);

const tableOf = (
  columns: readonly TableColumn[],
  rows: readonly (readonly Child[])[],
  label: string,
  sortable: boolean,
): Node =>
  h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label },
    h(
      'table',
      { class: [sortable && 'sortable', columns.length >= 3 && 'stacking'].filter(Boolean).join(' ') || undefined },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(({ name, numeric }) => h('th', { scope: 'col', class: numeric ? 'number' : undefined }, name)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((cells) =>
          h(
            'tr',
            {},
            cells.map((cell, at) =>
              h('td', { class: columns[at]?.numeric ? 'number' : undefined, 'data-column': columns[at]?.name }, cell),
            ),
          ),
        ),
      ),
    ),
  );

/** A cell whose text sorts by a number: in a view, `text` is shown and `value` decides the order. */
export const cell = (text: string, value: number | undefined): Node => h('span', { 'data-value': value ?? '' }, text);

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

export const list = (items: readonly Child[]): Node =>
  h(
    'ul',
    {},
    items.map((item) => h('li', {}, item)),
  );

export const note = (text: string): Node => h('p', { class: 'note' }, text);

/** What the data of a workflow says of the figures that it does not have. It stands before them: pictures end early. */
export const notAvailable = (data: Fields, words: Words): Node[] =>
  Object.entries(fieldsOf(data['not_available'])).flatMap(([part, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [note(gapInWords(text, part, words))];
  });

/** What stands where there is nothing to show: that there is nothing, and what a person can do about it. */
export const nothing = (title: string, whatToDo: string): Node =>
  h('div', { class: 'nothing' }, h('p', {}, h('strong', {}, title)), note(whatToDo));

/** A few large numbers, each with its name. */
export const numbers = (facts: readonly (readonly [name: string, value: Child])[]): Node =>
  h(
    'dl',
    { class: 'numbers' },
    facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  );

/** A button that asks the host for a tool call. */
export const button = (label: string, { tool, arguments: input }: ViewAction): Node =>
  h('button', { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input) }, label);

/** What a button shows below itself, by what its call returns. */
export type EvidenceKind = 'gaps' | 'pages' | 'claims';

/** A button that shows what a figure or a name rests on, below it: the page stays as it is. */
export const evidenceButton = (label: string, kind: EvidenceKind, { tool, arguments: input }: ViewAction): Node =>
  h(
    'button',
    { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input), 'data-evidence': kind },
    label,
  );

/**
 * A button that starts what costs credits: it shows the price, and asks, before it calls. `about`: what it is for, where several have
 * one label. Where the call needs a project and names none, it asks for that first.
 */
export const paidButton = (
  label: string,
  { tool, arguments: input }: ViewAction,
  { about, needsProject }: { readonly about?: string | undefined; readonly needsProject?: boolean | undefined } = {},
): Node =>
  h(
    'button',
    {
      type: 'button',
      'data-tool': tool,
      'data-arguments': JSON.stringify(input),
      'data-paid': true,
      'data-project': needsProject && input['project'] === undefined,
      'aria-label': about === undefined ? undefined : `${label}: ${about}`,
    },
    label,
  );

/** One of several ways in which a call can be made. */
export interface Choice {
  readonly label: string;
  readonly action: ViewAction;
}

/** A button that says what its calls mean, and asks which of them to make, before it makes one. */
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
  /** After one of the calls. */
  readonly done: string;
}

/** The document without its buttons: on paper, and in a file, there is nobody to press them. */
export const withoutButtons = (node: Node): Node => ({
  ...node,
  children: node.children.flatMap((child): readonly Child[] => {
    if (typeof child !== 'object' || child === null) return [child];
    return child.tag === 'button' ? [] : [withoutButtons(child)];
  }),
});

/** Only web addresses become links: a `javascript:` address from data must not. */
export const link = (address: string, label = address): Child =>
  /^https?:\/\//i.test(address)
    ? h('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, label)
    : label;
