import { h, type Node } from '../../charts/node.ts';
import { evidence } from '../evidence.ts';
import { jobsView } from '../jobs-view.ts';
import { button, note, type Question } from '../parts/blocks.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { fieldsOf, textOf } from '../parts/read.ts';
import type { View, ViewAction, ViewContext } from '../parts/view.ts';
import { wordsFor } from '../parts/words.ts';
import { connectToHost, type HostConnection, type HostContext } from './host.ts';
import { mount } from './mount.ts';
import { TableSorting } from './sort-tables.ts';
import { structuredOf } from './structured-of.ts';

/** Milliseconds between two reads of data that changes on its own. */
const followMs = 5_000;

/** Shows the results of a tool in the page: draws `view` again with each result, width and context. */
export async function mountView(name: string, view: View): Promise<void> {
  const main = document.querySelector('main') as HTMLElement;
  let host: HostConnection | undefined;
  let structured: Fields | undefined;
  let waiting = false;
  let locale = navigator.language;
  const sorting = new TableSorting();

  const draw = (): void => {
    if (structured === undefined) return waiting ? main.replaceChildren(mount(working(context()))) : undefined;
    // Restores the opened and focused elements when the page is drawn again.
    const openDetails = Array.from(main.querySelectorAll('details'), ({ open }) => open);
    const focused = focusable().indexOf(document.activeElement as HTMLElement);
    main.replaceChildren(...nodesOf(structured, view, context()).map((node) => mount(node)));
    sorting.apply(main);
    follow();
    main.querySelectorAll('details').forEach((details, at) => {
      details.open = openDetails[at] ?? false;
    });
    if (focused >= 0) focusable()[focused]?.focus();
  };
  const focusable = (): HTMLElement[] => Array.from(main.querySelectorAll('a, button, summary, [tabindex]'));
  const context = (): ViewContext => ({
    width: Math.max(240, Math.min(1_100, inner(main))),
    locale,
    words: wordsFor(locale),
    account: textOf(structured?.['account']),
  });
  const show = (result: Fields): void => {
    structured = result;
    main.removeAttribute('aria-busy');
    draw();
  };
  const apply = ({ theme, locale: hostLocale, styles }: HostContext): void => {
    if (theme) document.documentElement.dataset['theme'] = theme;
    if (hostLocale) locale = supportedLocale(hostLocale) ?? locale;
    document.documentElement.lang = wordsFor(locale).language;
    for (const [variable, value] of Object.entries(styles?.variables ?? {}))
      if (/^--[\w-]+$/.test(variable) && value !== undefined)
        document.documentElement.style.setProperty(variable, value);
    draw();
  };

  main.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest('button');
    if (!pressed || !host) return;
    if (pressed.matches('[data-paid]')) void askPrice(pressed);
    else if (pressed.matches('[data-question]')) askChoice(pressed);
    else if (pressed.matches('[data-answer]')) void answer(pressed);
    else if (pressed.matches('[data-evidence]')) void showEvidence(pressed);
    else if (pressed.matches('[data-cancel]')) pressed.closest('.evidence')?.remove();
    else if (pressed.matches('[data-tool]')) void press(pressed);
    else if (pressed.matches('[data-follow]')) {
      follows = !follows;
      follow();
    }
  });

  /** The structured result of a call in the shown result's account. A refusal by the host is a failed result. */
  async function called({ tool, arguments: input }: ViewAction): Promise<Fields> {
    const account = textOf(structured?.['account']);
    try {
      return structuredOf(await host?.callTool(tool, account === undefined ? input : { account, ...input }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      return { ok: false, error: { message: `${context().words.failed}: ${reason}` } };
    }
  }

  /** Calls the tool of a button, and shows its result. */
  async function press(pressed: HTMLButtonElement): Promise<void> {
    pressed.disabled = true;
    main.setAttribute('aria-busy', 'true');
    const result = await called(actionOf(pressed));
    if (result['ok'] !== false) return show(result);
    pressed.disabled = false;
    main.removeAttribute('aria-busy');
    main.append(...nodesOf(result, doneView, context()).map((node) => mount(node)));
  }

  /** Shows the result of a button's call below the button; pressed again, the button hides it. */
  async function showEvidence(pressed: HTMLButtonElement): Promise<void> {
    const box = boxBelow(pressed);
    if (!box) return;
    const kind = pressed.dataset['evidence'] as keyof typeof evidence;
    const result = await called(actionOf(pressed));
    fill(box, result['ok'] === true ? evidence[kind](result['data'], context()) : nodesOf(result, doneView, context()));
  }

  /** Explains the calls of a button, and shows a button for each of them. Nothing is called before a person presses one. */
  function askChoice(pressed: HTMLButtonElement): void {
    const box = boxBelow(pressed);
    if (!box) return;
    const { means, choices, done } = JSON.parse(pressed.dataset['question'] ?? '{}') as Question;
    fill(
      box,
      questionNodes(
        pressed,
        means,
        choices.map(({ label, action }) => button(label, action, { 'data-answer': done })),
      ),
    );
  }

  /** Shows what a call may cost, and a button that makes it: nothing is spent before a person presses that button. */
  async function askPrice(pressed: HTMLButtonElement): Promise<void> {
    const box = boxBelow(pressed);
    if (!box) return;
    const action = actionOf(pressed);
    const { words } = context();
    const call =
      action.tool === 'call_paid' ? action.arguments : { operation: action.tool, arguments: action.arguments };
    const result = await called({ tool: 'estimate', arguments: { calls: [call] } });
    if (result['ok'] === false) return fill(box, nodesOf(result, doneView, context()));
    const { credits: maxCredits, unbounded } = fieldsOf(result['data']);
    const price =
      typeof maxCredits === 'number' && unbounded === undefined
        ? words.costsAtMost.replace('{}', String(maxCredits))
        : words.costIsUnknown;
    fill(box, questionNodes(pressed, price, [button(words.doIt, action, { 'data-answer': '' })]));
  }

  /** The question of a button: its name, an explanation, the answers, and a button that cancels. */
  function questionNodes(pressed: HTMLButtonElement, explanation: string, answers: readonly Node[]): Node[] {
    const cancel = h('button', { type: 'button', 'data-cancel': true }, context().words.cancel);
    return [
      h('p', {}, h('strong', {}, pressed.ariaLabel ?? pressed.textContent)),
      note(explanation),
      h('p', { class: 'actions' }, ...answers.flatMap((one) => [one, ' ']), cancel),
    ];
  }

  /** Makes the call that a person chose, once, and shows its result instead of the question. */
  async function answer(pressed: HTMLButtonElement): Promise<void> {
    const box = pressed.closest<HTMLElement>('.evidence');
    if (!box) return;
    box.querySelectorAll('button').forEach((one) => {
      one.disabled = true;
    });
    box.setAttribute('aria-busy', 'true');
    const result = await called(actionOf(pressed));
    const done = pressed.dataset['answer'];
    fill(box, result['ok'] === true && done ? [note(done)] : nodesOf(result, doneView, context()));
  }

  /** Adds an empty box after a button. Where the button had a box already, removes that instead, and returns undefined. */
  function boxBelow(pressed: HTMLButtonElement): HTMLElement | undefined {
    const place = pressed.closest('.scroll, .actions') ?? pressed;
    const next = place.nextElementSibling;
    const of = pressed.dataset['arguments'] ?? pressed.dataset['question'];
    if (next?.matches('.evidence')) {
      next.remove();
      if ((next as HTMLElement).dataset['of'] === of) return undefined;
    }
    const box = document.createElement('div');
    box.className = 'evidence';
    box.dataset['of'] = of;
    box.setAttribute('role', 'status');
    box.setAttribute('aria-busy', 'true');
    place.after(box);
    box.scrollIntoView({ block: 'nearest' });
    return box;
  }

  /** Reads changing data repeatedly, while the page is visible and the reader has not stopped it. */
  let follows = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function follow(): void {
    clearTimeout(timer);
    const toggle = main.querySelector<HTMLButtonElement>('button[data-follow]');
    if (!toggle) return;
    const { words } = context();
    toggle.textContent = follows ? words.unfollow : words.follow;
    if (follows) timer = setTimeout(() => void readAgain(toggle), followMs);
  }

  async function readAgain(toggle: HTMLButtonElement): Promise<void> {
    if (document.hidden || !host) return follow();
    const result = await called(JSON.parse(toggle.dataset['follow'] ?? '{}') as ViewAction);
    if (result['ok'] !== false) return show(result);
    // A host that refuses is not asked again, unless the reader wants it.
    follows = false;
    follow();
  }

  host = await connectToHost(name, {
    context: apply,
    called: () => {
      waiting = true;
      main.setAttribute('aria-busy', 'true');
      draw();
    },
    result: (result) => show(structuredOf(result)),
    cancelled: () => main.removeAttribute('aria-busy'),
  });
  let width = 0;
  new ResizeObserver(() => {
    if (main.clientWidth !== width) {
      width = main.clientWidth;
      draw();
    }
    host?.resized(document.documentElement.scrollWidth, Math.ceil(main.getBoundingClientRect().height) + 1);
  }).observe(main);
}

/** The call that a button makes. */
const actionOf = ({ dataset: { tool = '', arguments: input = '{}' } }: HTMLElement): ViewAction => ({
  tool,
  arguments: JSON.parse(input) as Fields,
});

/** Shows nodes in a waiting box. */
function fill(box: HTMLElement, nodes: readonly Node[]): void {
  box.removeAttribute('aria-busy');
  box.replaceChildren(...nodes.map((node) => mount(node)));
}

/** Text for a call whose result has no view. */
const doneView: View = (_, { words }) => [note(words.jobStates.completed)];

/** The shown part of a result: its data, its error, or a job without data. */
function nodesOf(structured: unknown, view: View, context: ViewContext): Node[] {
  const { ok, data, error, job, sandbox } = fieldsOf(structured);
  const mark = sandbox === true ? [h('p', { class: 'sandbox' }, context.words.embedded)] : [];
  if (ok === false) {
    const { message, next } = fieldsOf(error);
    const text = [textOf(message), textOf(next)].filter(Boolean).join(' ');
    return [h('div', { class: 'failure', role: 'alert' }, note(text)), ...mark];
  }
  // While a job runs, there is nothing else to show. What `job_wait` returns later is the job's own data.
  if (['starting', 'running'].includes(textOf(fieldsOf(job)['state']) ?? ''))
    return [...jobsView({ jobs: [job] }, context), ...mark];
  const shows = view === jobsView ? Array.isArray(fieldsOf(data)['jobs']) : Object.keys(fieldsOf(data)).length > 0;
  return [...(shows || !job ? view(data, context) : jobsView({ jobs: [job] }, context)), ...mark];
}

/** Shown until the first result has arrived. */
const working = ({ words }: ViewContext): Node =>
  h('div', { class: 'nothing' }, note(words.working), h('progress', { 'aria-label': words.working }));

/** Width of an element without its paddings, in pixels. */
function inner(element: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
}

/** The locale, if this browser knows it. */
function supportedLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
