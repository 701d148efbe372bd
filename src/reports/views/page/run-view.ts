import { h, type Node } from '../../charts/node.ts';
import { pageTheme } from '../../charts/theme.ts';
import { evidence } from '../evidence.ts';
import { jobsView } from '../jobs-view.ts';
import { button, note, paidButton, type Question } from '../parts/blocks.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { fieldsOf, recordsOf, textOf } from '../parts/read.ts';
import type { View, ViewAction, ViewContext } from '../parts/view.ts';
import { wordsFor } from '../parts/words.ts';
import { connectToHost, type HostConnection, type HostContext } from './host.ts';
import { exploreCharts } from './explore-charts.ts';
import { mount } from './mount.ts';
import { TableSorting } from './sort-tables.ts';

/** Projects that are offered at most. With more of them, a person tells the assistant which one. */
const maxProjects = 25;

/** Milliseconds between two reads of data that changes by itself. */
const followMs = 5_000;

/** Shows the results of a tool in the page: draws `view` again with each result, width and context. */
export async function mountView(name: string, view: View): Promise<void> {
  const main = document.querySelector('main') as HTMLElement;
  let host: HostConnection | undefined;
  let structured: Fields | undefined;
  let waiting = false;
  let locale = navigator.language;
  const sorting = new TableSorting();
  /** Arguments of the buttons whose question a person has answered. */
  const answered = new Set<string>();
  exploreCharts(main);

  const draw = (): void => {
    if (structured === undefined) return waiting ? main.replaceChildren(mount(working(context()))) : undefined;
    // Keeps what a person had opened or focused when the page is drawn again.
    const openDetails = Array.from(main.querySelectorAll('details'), ({ open }) => open);
    const focused = focusable().indexOf(document.activeElement as HTMLElement);
    main.replaceChildren(...nodesOf(structured, view, context()).map((node) => mount(node)));
    sorting.apply(main);
    disableAnswered();
    follow();
    main.querySelectorAll('details').forEach((details, at) => {
      details.open = openDetails[at] ?? false;
    });
    if (focused >= 0) focusable()[focused]?.focus();
  };
  const disableAnswered = (): void =>
    main.querySelectorAll<HTMLButtonElement>('[data-question]').forEach((button) => {
      button.disabled = answered.has(button.dataset['arguments'] ?? '');
    });
  const focusable = (): HTMLElement[] => Array.from(main.querySelectorAll('a, button, summary, [tabindex]'));
  const context = (): ViewContext => ({
    width: Math.max(240, Math.min(1_100, inner(main))),
    locale,
    theme: pageTheme,
    words: wordsFor(locale),
    account: textOf(structured?.['account']),
  });
  const show = (result: unknown): void => {
    structured = structuredOf(result);
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
    if (pressed.matches('[data-project]')) void askProject(pressed);
    else if (pressed.matches('[data-paid]')) void askPrice(pressed);
    else if (pressed.matches('[data-question]')) askChoice(pressed);
    else if (pressed.matches('[data-done]')) void choose(pressed);
    else if (pressed.matches('[data-evidence], [data-below]')) void showBelow(pressed);
    else if (pressed.matches('[data-cancel]')) pressed.closest('.evidence')?.remove();
    else if (pressed.matches('[data-tool]')) void press(pressed);
    else if (pressed.matches('[data-follow]')) {
      follows = !follows;
      follow();
    }
  });

  /** Calls a tool in the account of the shown result, where there are several accounts: the page stays in that one. */
  const callTool = async (tool: string, input: object): Promise<unknown> => {
    const account = structured?.['account'];
    return host?.callTool(tool, typeof account === 'string' ? { account, ...input } : input);
  };

  /** The structured result of a call. A refusal by the host becomes a failed result. */
  async function called({ tool, arguments: input }: ViewAction): Promise<Fields> {
    try {
      return structuredOf(await callTool(tool, input));
    } catch (error) {
      return { ok: false, error: { message: callFailed(error) } };
    }
  }

  const callFailed = (error: unknown): string =>
    `${context().words.failed}: ${error instanceof Error ? error.message : ''}`;

  /** Calls the tool of a button, as the model could, and shows what it returns. */
  async function press(pressed: HTMLButtonElement): Promise<void> {
    const { tool, arguments: input } = actionOf(pressed);
    pressed.disabled = true;
    main.setAttribute('aria-busy', 'true');
    try {
      show(await callTool(tool, input));
    } catch (error) {
      pressed.disabled = false;
      main.removeAttribute('aria-busy');
      main.append(mount(failure(callFailed(error))));
    }
  }

  /** Shows the result of a button's call below the button; pressed again, the button hides it. */
  async function showBelow(pressed: HTMLButtonElement): Promise<void> {
    const kind = pressed.dataset['evidence'];
    const box = boxBelow(pressed);
    if (!box) return;
    const result = await called(actionOf(pressed));
    const { ok, data } = result;
    fill(box, ok === true && isEvidence(kind) ? evidence[kind](data, context()) : nodesOf(result, doneView, context()));
  }

  /** Asks for the project of a call that names none. Where there is only one, that is taken. */
  async function askProject(pressed: HTMLButtonElement): Promise<void> {
    const box = boxBelow(pressed);
    if (!box) return;
    const { words } = context();
    const result = await called({
      tool: 'call_read',
      arguments: { operation: 'projects.list', fields: ['id', 'name'] },
    });
    const projects = recordsOf(result['data']);
    if (result['ok'] === false) return fill(box, nodesOf(result, doneView, context()));
    if (projects.length === 0) return fill(box, [note(words.noProject)]);
    if (projects.length === 1) return askPrice(pressed, box);
    const { tool, arguments: input } = actionOf(pressed);
    const buttons = projects
      .slice(0, maxProjects)
      .flatMap(({ id, name }) => [
        paidButton(
          textOf(name) ?? String(id),
          { tool, arguments: { ...input, project: String(id) } },
          { about: pressed.ariaLabel ?? undefined },
        ),
        ' ',
      ]);
    const isPart = projects.length > maxProjects || fieldsOf(result['page'])['next'] !== undefined;
    fill(box, [
      h('p', {}, h('strong', {}, words.inWhichProject)),
      h('p', { class: 'actions' }, buttons),
      ...(isPart ? [note(words.moreProjects)] : []),
    ]);
  }

  /** Explains the calls of a button, and shows a button for each of them: nothing is called before a person presses one. */
  function askChoice(pressed: HTMLButtonElement): void {
    const box = boxBelow(pressed);
    if (!box) return;
    const { means, choices, done } = JSON.parse(pressed.dataset['question'] ?? '{}') as Question;
    const choiceButtons = choices.map(({ label, action }) => button(label, action, { 'data-done': done }));
    fill(box, questionNodes(pressed, means, choiceButtons));
  }

  /** Makes the call that a person chose, once: its question is not asked again, even when the page is drawn again. */
  async function choose(pressed: HTMLButtonElement): Promise<void> {
    const box = pressed.closest<HTMLElement>('.evidence');
    if (!box) return;
    box.querySelectorAll('button').forEach((one) => {
      one.disabled = true;
    });
    box.setAttribute('aria-busy', 'true');
    const result = await called(actionOf(pressed));
    const isDone = result['ok'] === true;
    if (isDone) answered.add(box.dataset['of'] ?? '');
    disableAnswered();
    fill(box, isDone ? [note(pressed.dataset['done'] ?? '')] : nodesOf(result, doneView, context()));
  }

  /** Shows what a call may cost, and a button that makes it: nothing is spent before a person presses that button. */
  async function askPrice(pressed: HTMLButtonElement, box = boxBelow(pressed)): Promise<void> {
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
    fill(box, questionNodes(pressed, price, [button(words.doIt, action, { 'data-below': true })]));
  }

  /** The question of a button: its name, an explanation, and the answers beside one that cancels. */
  function questionNodes(pressed: HTMLButtonElement, explanation: string, answers: readonly Node[]): Node[] {
    const cancel = h('button', { type: 'button', 'data-cancel': true }, context().words.cancel);
    return [
      h('p', {}, h('strong', {}, pressed.ariaLabel ?? pressed.textContent)),
      note(explanation),
      h('p', { class: 'actions' }, ...answers.flatMap((answer) => [answer, ' ']), cancel),
    ];
  }

  /** Adds an empty box after a button. Where the button had a box already, removes that instead, and returns undefined. */
  function boxBelow(pressed: HTMLButtonElement): HTMLElement | undefined {
    const place = pressed.closest('.scroll, .actions') ?? pressed;
    const next = place.nextElementSibling;
    if (next?.matches('.evidence')) {
      next.remove();
      if ((next as HTMLElement).dataset['of'] === pressed.dataset['arguments']) return undefined;
    }
    const box = document.createElement('div');
    box.className = 'evidence';
    box.dataset['of'] = pressed.dataset['arguments'];
    box.setAttribute('role', 'status');
    box.setAttribute('aria-busy', 'true');
    place.after(box);
    box.scrollIntoView({ block: 'nearest' });
    return box;
  }

  /** Reads data that changes by itself again and again, while the page is visible and the reader has not stopped it. */
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
    const { tool, arguments: input } = JSON.parse(toggle.dataset['follow'] ?? '{}') as ViewAction;
    try {
      show(await callTool(tool, input));
    } catch {
      // A host that refuses is not asked again, unless the reader wants it.
      follows = false;
      follow();
    }
  }

  host = await connectToHost(name, {
    context: apply,
    called: () => {
      waiting = true;
      main.setAttribute('aria-busy', 'true');
      draw();
    },
    result: show,
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

/** Shows nodes in a box that waited for them. */
function fill(box: HTMLElement, nodes: readonly Node[]): void {
  box.removeAttribute('aria-busy');
  box.replaceChildren(...nodes.map((node) => mount(node)));
}

/** Says that a call was made whose result has no view. */
const doneView: View = (_, { words }) => [note(words.jobStates.completed)];

const isEvidence = (kind: string | undefined): kind is keyof typeof evidence =>
  kind !== undefined && Object.hasOwn(evidence, kind);

/** What is shown of a result: its data, its error, or the job that has no data yet. */
function nodesOf(structured: unknown, view: View, context: ViewContext): Node[] {
  const { ok, data, error, job, sandbox } = fieldsOf(structured);
  const mark = sandbox === true ? [h('p', { class: 'sandbox' }, context.words.embedded)] : [];
  if (ok === false) {
    const { message, next } = fieldsOf(error);
    return [failure([textOf(message), textOf(next)].filter(Boolean).join(' ')), ...mark];
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

const failure = (text: string): Node => h('div', { class: 'failure', role: 'alert' }, note(text));

/**
 * The structured content of a result, together with the data that the server sent only for the view. Some hosts pass only the text: then
 * the JSON in it is taken.
 */
function structuredOf(result: unknown): Fields {
  const { structuredContent, content, _meta } = fieldsOf(result);
  const text = Array.isArray(content) ? textOf(fieldsOf(content[0])['text']) : undefined;
  const structured = fieldsOf(structuredContent ?? parseJson(text));
  const more = fieldsOf(_meta)['visibility-mcp/view'];
  return more === undefined
    ? structured
    : { ...structured, data: { ...fieldsOf(structured['data']), ...fieldsOf(more) } };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return { ok: true, data: {} };
  }
}

/** The locale, if this browser knows it. */
function supportedLocale(locale: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
}
