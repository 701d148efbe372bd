import { h, type Node } from '../../charts/node.ts';
import { pageTheme } from '../../charts/theme.ts';
import { evidence } from '../evidence.ts';
import { jobsView } from '../jobs-view.ts';
import { note, paidButton, type Question } from '../parts/blocks.ts';
import type { Fields } from '../../json/is-fields.ts';
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
export async function runView(name: string, view: View): Promise<void> {
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
    if (pressed.matches('[data-project]')) void askProject(pressed, host);
    else if (pressed.matches('[data-paid]')) void askPrice(pressed, host);
    else if (pressed.matches('[data-question]')) askChoice(pressed);
    else if (pressed.matches('[data-done]')) void choose(pressed, host);
    else if (pressed.matches('[data-evidence], [data-below]')) void showBelow(pressed, host);
    else if (pressed.matches('[data-cancel]')) pressed.closest('.evidence')?.remove();
    else if (pressed.matches('[data-tool]')) void press(pressed, host);
    else if (pressed.matches('[data-follow]')) {
      follows = !follows;
      follow();
    }
  });

  /** Arguments with the account of the shown result, where there are several accounts: the page stays in that one. */
  const inAccount = (input: object): object => {
    const account = structured?.['account'];
    return typeof account === 'string' ? { account, ...input } : input;
  };

  /** Calls the tool of a button, as the model could, and shows what it returns. */
  async function press(pressed: HTMLButtonElement, to: HostConnection): Promise<void> {
    pressed.disabled = true;
    main.setAttribute('aria-busy', 'true');
    try {
      show(
        await to.callTool(pressed.dataset['tool'] ?? '', inAccount(JSON.parse(pressed.dataset['arguments'] ?? '{}'))),
      );
    } catch (error) {
      pressed.disabled = false;
      main.removeAttribute('aria-busy');
      main.append(mount(failure(`${context().words.failed}: ${error instanceof Error ? error.message : ''}`)));
    }
  }

  /** Shows the result of a button's call below the button; pressed again, the button hides it. */
  async function showBelow(pressed: HTMLButtonElement, to: HostConnection): Promise<void> {
    const { tool = '', arguments: input = '{}', evidence: kind } = pressed.dataset;
    const box = boxBelow(pressed);
    if (!box) return;
    const result = await called(to, tool, JSON.parse(input));
    box.removeAttribute('aria-busy');
    const { ok, data } = result;
    const nodes =
      ok === true && isEvidence(kind) ? evidence[kind](data, context()) : nodesOf(result, doneView, context());
    box.replaceChildren(...nodes.map((node) => mount(node)));
  }

  /** Asks for the project of a call that names none. Where there is only one, that is taken. */
  async function askProject(pressed: HTMLButtonElement, to: HostConnection): Promise<void> {
    const box = boxBelow(pressed);
    if (!box) return;
    const { words } = context();
    const result = await called(to, 'call_read', { operation: 'projects.list', fields: ['id', 'name'] });
    box.removeAttribute('aria-busy');
    const projects = recordsOf(result['data']);
    if (projects.length === 1) return askPrice(pressed, to, box);
    const input = JSON.parse(pressed.dataset['arguments'] ?? '{}') as Fields;
    const buttons = projects
      .slice(0, maxProjects)
      .flatMap(({ id, name }) => [
        paidButton(
          textOf(name) ?? String(id),
          { tool: pressed.dataset['tool'] ?? '', arguments: { ...input, project: String(id) } },
          { about: pressed.ariaLabel ?? undefined },
        ),
        ' ',
      ]);
    const isPart = projects.length > maxProjects || fieldsOf(result['page'])['next'] !== undefined;
    const question = [h('p', {}, h('strong', {}, words.inWhichProject)), h('p', { class: 'actions' }, buttons)];
    const nodes =
      result['ok'] === false
        ? nodesOf(result, doneView, context())
        : projects.length === 0
          ? [note(words.noProject)]
          : [...question, ...(isPart ? [note(words.moreProjects)] : [])];
    box.replaceChildren(...nodes.map((node) => mount(node)));
  }

  /** Explains the calls of a button, and shows a button for each of them: nothing is called before a person presses one. */
  function askChoice(pressed: HTMLButtonElement): void {
    const box = boxBelow(pressed);
    if (!box) return;
    const { means, choices, done } = JSON.parse(pressed.dataset['question'] ?? '{}') as Question;
    const { words } = context();
    const nodes = [
      h('p', {}, h('strong', {}, pressed.ariaLabel ?? pressed.textContent)),
      note(means),
      h(
        'p',
        { class: 'actions' },
        ...choices.flatMap(({ label, action: { tool, arguments: input } }) => [
          h(
            'button',
            { type: 'button', 'data-tool': tool, 'data-arguments': JSON.stringify(input), 'data-done': done },
            label,
          ),
          ' ',
        ]),
        h('button', { type: 'button', 'data-cancel': true }, words.cancel),
      ),
    ];
    box.removeAttribute('aria-busy');
    box.replaceChildren(...nodes.map((node) => mount(node)));
  }

  /** Makes the call that a person chose, once: its question is not asked again, even when the page is drawn again. */
  async function choose(pressed: HTMLButtonElement, to: HostConnection): Promise<void> {
    const { tool = '', arguments: input = '{}', done = '' } = pressed.dataset;
    const box = pressed.closest<HTMLElement>('.evidence');
    if (!box) return;
    box.querySelectorAll('button').forEach((button) => {
      button.disabled = true;
    });
    box.setAttribute('aria-busy', 'true');
    const result = await called(to, tool, JSON.parse(input));
    box.removeAttribute('aria-busy');
    const isDone = result['ok'] === true;
    if (isDone) answered.add(box.dataset['of'] ?? '');
    disableAnswered();
    box.replaceChildren(...(isDone ? [note(done)] : nodesOf(result, doneView, context())).map((node) => mount(node)));
  }

  /** Shows what a call may cost, and a button that makes it: nothing is spent before a person presses that button. */
  async function askPrice(
    pressed: HTMLButtonElement,
    to: HostConnection,
    box: HTMLElement | undefined = boxBelow(pressed),
  ): Promise<void> {
    if (!box) return;
    const input = JSON.parse(pressed.dataset['arguments'] ?? '{}') as object;
    const { words } = context();
    const tool = pressed.dataset['tool'] ?? '';
    const call = tool === 'call_paid' ? input : { operation: tool, arguments: input };
    const result = await called(to, 'estimate', { calls: [call] });
    box.removeAttribute('aria-busy');
    const { credits: maxCredits, unbounded } = fieldsOf(result['data']);
    const price =
      typeof maxCredits === 'number' && unbounded === undefined
        ? words.costsAtMost.replace('{}', String(maxCredits))
        : words.costIsUnknown;
    const nodes =
      result['ok'] === false
        ? nodesOf(result, () => [], context())
        : [
            h('p', {}, h('strong', {}, pressed.ariaLabel ?? pressed.textContent)),
            note(price),
            h(
              'p',
              { class: 'actions' },
              h(
                'button',
                {
                  type: 'button',
                  'data-tool': pressed.dataset['tool'],
                  'data-arguments': pressed.dataset['arguments'],
                  'data-below': true,
                },
                words.doIt,
              ),
              ' ',
              h('button', { type: 'button', 'data-cancel': true }, words.cancel),
            ),
          ];
    box.replaceChildren(...nodes.map((node) => mount(node)));
  }

  /** Adds an empty box after a button. Where the button had a box already, removes that instead, and returns undefined. */
  function boxBelow(pressed: HTMLButtonElement): HTMLElement | undefined {
    const place = pressed.closest('.scroll, .actions') ?? pressed;
    const next = place.nextElementSibling;
    if (next?.matches('.evidence') && (next as HTMLElement).dataset['of'] === pressed.dataset['arguments']) {
      next.remove();
      return undefined;
    }
    const box = document.createElement('div');
    box.className = 'evidence';
    box.dataset['of'] = pressed.dataset['arguments'];
    box.setAttribute('role', 'status');
    box.setAttribute('aria-busy', 'true');
    if (next?.matches('.evidence')) next.remove();
    place.after(box);
    box.scrollIntoView({ block: 'nearest' });
    return box;
  }

  /** The structured result of a call. A refusal by the host becomes a failed result. */
  async function called(to: HostConnection, tool: string, input: object): Promise<Fields> {
    try {
      return structuredOf(await to.callTool(tool, inAccount(input)));
    } catch (error) {
      const message = `${context().words.failed}: ${error instanceof Error ? error.message : ''}`;
      return { ok: false, error: { message } };
    }
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
      show(await host.callTool(tool, inAccount(input)));
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
  const connected = host;
  let width = 0;
  new ResizeObserver(() => {
    if (main.clientWidth !== width) {
      width = main.clientWidth;
      draw();
    }
    connected.resized(document.documentElement.scrollWidth, Math.ceil(main.getBoundingClientRect().height) + 1);
  }).observe(main);
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
  // What `job_wait` returns is the job's own data; the view about jobs shows the job.
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
