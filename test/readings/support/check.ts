import type { Reading } from '../../../sandbox/readings/reading.ts';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import type { Operation } from '../../../src/catalog/vocabulary/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { scenes, type Step } from '../../catalog/scenes.ts';
import type { Told } from '../../tools/workflows/support/stage.ts';
import { openStage, type Received, type Stage } from './stage.ts';

/** Checks that must pass under every reading of the documents. */
export const properties = ['operations', 'workflows', 'money', 'jobs'] as const;

export type Property = (typeof properties)[number];

/** Where one of them did not hold. */
export interface Fall {
  readonly property: Property;
  /** The operation or workflow. */
  readonly of: string;
  readonly what: string;
}

/** How much of it is tried. */
export interface Extent {
  /** Names of operations; absent: all. */
  readonly operations?: readonly string[] | undefined;
  readonly workflows?: readonly string[] | undefined;
  /** How many paid calls meet a small budget. */
  readonly purchases?: number | undefined;
}

export interface Findings {
  readonly falls: readonly Fall[];
  /** Names of readings that changed nothing of all that was tried. */
  readonly idle: readonly string[];
}

/** Finds what does not hold on a platform that keeps these readings. */
export async function check(readings: readonly Reading[], extent: Extent = {}): Promise<Findings> {
  const falls: Fall[] = [];
  const usedReadings = new Set<string>();
  const lies = readings.some((reading) => reading.contradictsDocuments);
  {
    await using stage = await openStage(readings, plenty, usedReadings);
    await tryOperations(stage, extent.operations ?? names(), lies, falls);
    await tryJobs(stage, lies, falls);
    await tryLedger(stage, falls);
  }
  {
    await using stage = await openStage(readings, plenty, usedReadings);
    await tryWorkflows(stage, extent.workflows ?? Object.keys(workflows), lies, falls);
    await tryJobs(stage, lies, falls);
    await tryLedger(stage, falls);
  }
  await using stage = await openStage(readings, budget, usedReadings);
  await trySpending(stage, extent.purchases ?? 2 * purchases.length, lies, falls);
  return { falls, idle: readings.map(({ name }) => name).filter((name) => !usedReadings.has(name)) };
}

/** Credits that nothing here exhausts. */
const plenty = 20_000;

/** Credits a day that a few paid calls exhaust. */
const budget = 40;

const order = { read: 0, paid: 1, write: 2, delete: 3 };

/** Names of the operations that are offered: those that only read first, those that delete last. */
const names = (): string[] =>
  allOperations()
    .filter(({ aliasOf }) => aliasOf === undefined)
    .toSorted((a, b) => order[a.effect] - order[b.effect])
    .map(({ name }) => name);

async function tryOperations(stage: Stage, all: readonly string[], lies: boolean, falls: Fall[]): Promise<void> {
  for (const name of all) {
    const operation = operationNamed(name);
    const { before, made, given, token } = scenes[name as OperationName] ?? { before: [] };
    let answer: Told;
    for (const step of before) {
      const { data, started } = await call(stage, step);
      answer = { ...(Array.isArray(data) ? {} : data), ...started, data };
    }
    let instead = {};
    try {
      instead = made?.(answer) ?? {};
    } catch {
      // What came before was refused: the example's own arguments will do.
    }
    stage.received.length = 0;
    const result = await call(stage, { name: operation.name as OperationName, given: { ...given, ...instead }, token });
    const what =
      unclear(result, stage.received, operation, lies) ?? (lies ? undefined : await unusable(stage, result, operation));
    if (what) falls.push({ property: 'operations', of: name, what });
  }
}

async function call(stage: Stage, { name, given, token, wait_s = 600 }: Step): Promise<Told> {
  const operation = operationNamed(name);
  const from = token ?? (operation.audience.who === 'admin' ? 'sandbox-admin' : 'sandbox-owner');
  const mayStart = operation.effect === 'paid' || operation.job !== undefined;
  return stage.tool(
    `call_${operation.effect}`,
    {
      operation: name,
      arguments: { ...sampleArguments(operation), ...given },
      wait_s: mayStart && operation.effect !== 'read' ? wait_s : undefined,
      again: operation.effect === 'paid' ? true : undefined,
    },
    from,
  );
}

/** Errors that say what is the matter, and are none of this program's own. */
const wrongCodes = new Set(['internal', 'thrown', 'unknown_operation', 'wrong_effect']);

/** Why a result is no clear one; undefined where it is. */
function unclear(
  result: Told,
  received: readonly Received[],
  { name, effect, job }: Operation,
  lies: boolean,
): string | undefined {
  if (result?.ok === true) return lies ? undefined : furtherPages(result, received, name);
  const { code, message = '' } = result?.error ?? {};
  const errorText = `${code}: ${String(message).slice(0, 160)}`;
  if (code === undefined || message === '' || wrongCodes.has(code)) return errorText;
  const own = received.filter(({ operation }) => operation === name);
  const taken = own.some(({ status }) => status < 300);
  // A lie may be called one. What was paid for is handed over even then, unless it is lost on the way.
  if (code === 'job_failed' || !taken || isBeyondTelling(name, message) || (lies && code === 'refused'))
    return undefined;
  if (effect === 'paid' || job) return `accepted by the platform, and ${errorText}`;
  return code === 'unreachable' && !lies ? `answered by the platform, and ${errorText}` : undefined;
}

/**
 * Whether a start that named its job by an unusual identifier led to something that was over by then, and of which the documents show no time: nothing
 * tells it from an older one.
 */
const isBeyondTelling = (name: string, error: unknown): boolean => {
  const { job } = operationNamed(name);
  const { answer } = operationNamed(job?.watch ?? name);
  const fields = 'shape' in answer ? Object.keys(answer.shape) : [];
  return /so that it may be older/.test(String(error)) && !fields.some((field) => field.endsWith('_at'));
};

/** Whether a call was failed by the platform, or found nothing to do since another one was: what it would change, where it shows no state, stays as it is. */
const isUndone = ({ failed }: Stage, { operation, error }: { readonly operation: string; readonly error?: unknown }) =>
  failed.has(operation) || (failed.size > 0 && /has not changed since the start/.test(String(error)));

/** An id that a list gives must be one that the detail takes. */
async function unusable(stage: Stage, result: Told, { family, name }: Operation): Promise<string | undefined> {
  const detail = allOperations().find((one) => one.name === `${family}.get` && one.params.join() === 'id');
  const id: unknown = result?.ok === true && name === `${family}.list` ? result.data?.[0]?.id : undefined;
  if (!detail || id === undefined) return undefined;
  const { ok, error } = await call(stage, { name: detail.name as OperationName, given: { id } });
  return ok === true || error?.code === 'rate_limited'
    ? undefined
    : `${detail.name} does not take its id ${String(id)}: ${String(error?.message).slice(0, 120)}`;
}

/** An answer must say that there are rows on other pages. */
function furtherPages(result: Told, received: readonly Received[], name: string): string | undefined {
  const last = received.findLast(({ operation, status }) => operation === name && status < 300);
  const pages = Number(/"last_page":(\d+)/.exec(last?.body ?? '')?.[1] ?? 1);
  return pages > 1 && !/last_page|"total"|more|left out/.test(JSON.stringify(result))
    ? `the first of ${pages} pages, and nothing tells of the others`
    : undefined;
}

/** What people order. */
const workflows: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  visibility_report: { brand: 'Fjordkiste' },
  check_brand_facts: { brand: 'Fjordkiste' },
  research_keywords: { seeds: ['moss'], project: '1' },
  audit_page: { url: 'https://fjordkiste.example/boxes' },
  audit_site: { site: 'Moosgarten' },
  ground_urls: { urls: ['https://moosgarten.example/a'] },
  write_article: { project: '2', keyword: 'moss' },
  track_brand: { domain: 'neuland.example', country: 'DE', auto_confirm: true },
  ask_agent: { message: 'work in the background' },
};

async function tryWorkflows(stage: Stage, all: readonly string[], lies: boolean, falls: Fall[]): Promise<void> {
  for (const name of all) {
    stage.received.length = 0;
    const result: Told = await stage.tool(name, workflows[name] ?? {});
    const what = result?.ok === true ? undefined : unclearFailure(result, stage.received, lies);
    if (what) falls.push({ property: 'workflows', of: name, what });
  }
}

/** An error of something that composed its calls itself: it must name what the platform asked for, and lose nothing paid. */
function unclearFailure(result: Told, received: readonly Received[], lies: boolean): string | undefined {
  const error = result?.error ?? {};
  const errorText = `${error.code}: ${String(error.message).slice(0, 200)}`;
  if (error.code === undefined || wrongCodes.has(error.code)) return errorText;
  const paid = received.filter(({ operation, status }) => operationNamed(operation).effect === 'paid' && status < 300);
  if (paid.length > 0 && error.code !== 'job_failed' && !lies)
    return `${paid.map(({ operation }) => operation).join(', ')} was accepted by the platform, and ${errorText}`;
  const missing = received.flatMap(({ fields }) => fields);
  if (missing.length > 0 && !missing.some((field) => JSON.stringify(error).includes(field)))
    return `the platform named ${missing.join(', ')}, and ${errorText}`;
  const isOwn = error.code === 'invalid_arguments' && !/NaN|Invalid input|undeclared/.test(error.message);
  const refused = received.some(({ status }) => status >= 400);
  return refused || lies || isOwn ? undefined : `nothing was refused, and ${errorText}`;
}

/** After a day each job has ended, and is known to have: a platform that lies may have lost the answer that says so. */
async function tryJobs(stage: Stage, lies: boolean, falls: Fall[]): Promise<void> {
  await stage.clock.sleep(3_600_000);
  for (const client of await stage.clients())
    for (const { job_id } of await client.jobs({ limit: 1_000 })) {
      await client.wait(job_id, { waitSeconds: 86_400 }).catch(() => undefined);
      const job = (await client.jobs({ limit: 1_000 })).find((one) => one.job_id === job_id);
      if (!job || ['completed', 'failed', 'needs_you'].includes(job.state)) continue;
      if (job.state === 'unknown' && (lies || isBeyondTelling(job.operation, job.error) || isUndone(stage, job)))
        continue;
      const what = job.state === 'unknown' ? `unknown: ${job.error}` : `still ${job.state} after a day`;
      falls.push({ property: 'jobs', of: String(job.operation), what });
    }
}

/** The ledger counts all that was drawn. */
async function tryLedger(stage: Stage, falls: Fall[]): Promise<void> {
  await stage.clock.sleep(300_000);
  await stage.client.reconcile().catch(() => undefined);
  const { totals } = await stage.client.money();
  const drawn = stage.drawn();
  if (totals.charged + totals.reserved < drawn)
    falls.push({
      property: 'money',
      of: 'ledger',
      what: `${drawn} drawn, ${totals.charged} charged and ${totals.reserved} reserved on record`,
    });
}

/** Paid calls that would together draw several times the budget. */
const purchases: readonly (readonly [OperationName, object])[] = [
  ['articles.generate', { id: 1001, keyword: 'moss', article_type: 'blog', target_length: 800 }],
  ['reports.generate', { id: 2001 }],
  ['ai_scanner.detect', { scan_type: 'deep', language: 'en', text: 'A text about boxes in the moss. '.repeat(20) }],
  ['keywords.expand', { id: 4001 }],
  ['content_audits.create', { source_url: 'https://fjordkiste.example' }],
  ['grounding.analyze', { url: 'https://fjordkiste.example/a' }],
  ['storylines.create', { project: 1, keyword: 'moss' }],
  ['keywords.ai_research', { project: 1, limit: 5 }],
  ['articles.repurpose', { id: 1001 }],
  ['humanizer.humanize', { text: 'A text about boxes in the moss.' }],
  ['images.generate', { prompt: 'A box in the moss' }],
  ['insights.generate_brief', { id: 2001, prompt: 3001 }],
  ['grounding.analyze', { url: 'https://fjordkiste.example/b' }],
];

async function trySpending(stage: Stage, count: number, lies: boolean, falls: Fall[]): Promise<void> {
  let largest = 0;
  for (const [name, given] of [...purchases, ...purchases].slice(0, count)) {
    const before = stage.drawn();
    await stage.tool('call_paid', { operation: name, arguments: given, wait_s: 600, again: true });
    largest = Math.max(largest, stage.drawn() - before);
  }
  const drawn = stage.drawn();
  const most = budget + (lies ? largest : 0);
  if (drawn > most)
    falls.push({ property: 'money', of: 'budget', what: `${drawn} drawn of a budget of ${budget} a day` });
  await tryLedger(stage, falls);
}
