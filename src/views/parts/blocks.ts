import { h, isElement, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../json/is-fields.ts';
import { fieldsOf, textOf } from './read.ts';
import type { ViewAction, ViewContext } from './view.ts';
import { gapInWords, type Words } from './words.ts';

export interface TableColumn {
  readonly name: string;
  readonly numeric?: boolean | undefined;
}

/** A heading with its content. */
export const section = (title: string, ...content: readonly (Child | readonly Child[])[]): Node =>
  h('section', {}, h('h2', {}, title), ...content);

/**
 * A table. One of three columns or more becomes a list of its rows where they do not fit side by side. Whatever is still too wide scrolls
 * sideways within itself, so that the page does not.
 */
export const table = (columns: readonly TableColumn[], rows: readonly (readonly Child[])[], label: string): Node =>
  tableOf(columns, rows, label, false);

/** A table that a reader of a view can sort by any column. */
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

/** Notes on figures that the data of a workflow lacks. They come before the figures, since pictures show only the beginning. */
export const notAvailable = (data: Fields, words: Words): Node[] =>
  Object.entries(fieldsOf(data['not_available'])).flatMap(([part, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [note(gapInWords(text, part, words))];
  });

/** Shown in place of missing content: that there is nothing to show, and what a person can do about it. */
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

/** What a button shows below itself, which decides how the result of its call is drawn. */
export type EvidenceKind = 'gaps' | 'pages' | 'claims';

/** A button that shows the evidence for a figure or a name below itself; the rest of the page stays as it is. */
export const evidenceButton = (label: string, kind: EvidenceKind, { tool, arguments: input }: ViewAction): Node =>
  h(
    'button',
    { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input), 'data-evidence': kind },
    label,
  );

/**
 * A button for a call that costs credits: it shows the price and asks before it calls. `about`: what it is for, where several buttons
 * have one label. `needsProject`: it asks for the project first, unless the call names one.
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
