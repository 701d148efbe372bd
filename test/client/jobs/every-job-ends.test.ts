import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { changed, type Job, type Operation, type Source } from '../../../src/catalog/vocabulary/index.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { bench } from '../../support/bench.ts';
import { json, text, type Behaviour } from '../../support/platform.ts';
import { isVisibilityError } from '../../../src/client/errors.ts';

type End = readonly [record: Readonly<Record<string, unknown>>, state: 'completed' | 'failed' | 'needs_you'];

const states = (field: string, done: readonly string[], failed: readonly string[] = []): End[] => [
  ...done.map((state): End => [{ [field]: state }, 'completed']),
  ...failed.map((state): End => [{ [field]: state }, 'failed']),
];

/** Each end that the documents state for what a job is watched by: values of states, and flags. */
const ends: Readonly<Record<string, readonly End[]>> = {
  // docs/platform/jobs.md#states, rows of the endpoints.
  'articles.get': states('processing_status', ['ready']),
  'keywords.research_status': [
    ...states('status', ['completed'], ['failed']),
    [{ status: 'clustering', is_finished: true }, 'completed'],
    [{ status: 'failed', is_finished: true }, 'failed'],
    [{ status: 'processing', is_finished: true, error_message: 'No profile.' }, 'failed'],
  ],
  'keywords.expansions': [[{ data: [{ keyword: 'tea cosy' }] }, 'completed']],
  'storylines.get': states('status', ['completed', 'approved'], ['failed']),
  'style_profiles.scrape_status': [[{ status: 'pending', pending_review: true, failure_reason: 'Blocked.' }, 'failed']],
  'knowledge_base.list': states('status', ['ready']),
  'knowledge_base.site_analysis': states('status', ['completed', 'partial'], ['failed']),
  'orphan_scans.get': states('status', ['completed']),
  'images.get': [],
  'images.export_status': states('status', ['ready'], ['failed']),
  'files.export_status': states('status', ['ready'], ['failed']),
  // docs/platform/jobs.md#states, rows of the endpoints.
  'tracking.analysis_status': [],
  'tracking.runs': states('status', ['completed']),
  'ingest.get': [...states('status', ['activated']), [{ status: 'needs_input' }, 'needs_you']],
  'business_profile.get': states('refresh_status', ['completed']),
  'prompt_tags.taxonomy_run': [
    [{ status: 'completed', is_running: false }, 'completed'],
    [{ is_running: false }, 'completed'],
    [{ status: 'failed', is_running: false }, 'failed'],
  ],
  'accuracy.list': [[{ data: [{ id: 1, status: 'false' }] }, 'completed']],
  'brand_knowledge.index_status': [[{ indexing: false }, 'completed']],
  'reality_check.report_status': states('status', ['ready'], ['failed']),
  'prompt_check.list': states('status', ['completed', 'partial'], ['failed']),
  // docs/platform/jobs.md#states, rows of the endpoints.
  'agentic_chat.session': [
    ...states('agentic_status', ['completed'], ['failed']),
    [{ agentic_status: null }, 'completed'],
    [{ agentic_status: 'waiting', is_terminal: true }, 'completed'],
    [{ agentic_status: 'waiting', wait_limit_reached: true }, 'completed'],
    [{ agentic_status: 'failed', is_terminal: true }, 'failed'],
    [{ agentic_status: 'awaiting_user' }, 'needs_you'],
    [{ agentic_status: 'running', awaiting_user: true }, 'needs_you'],
  ],
  'ai_scanner.scan': states('processing_status', ['ready'], ['failed']),
  'humanizer.batch': states('status', ['completed']),
  'humanizer.document': states('status', ['completed']),
  'content_optimizer.get': states('status', ['completed']),
  'competitor_analyses.get': states('status', ['completed']),
  'content_audits.get': states('status', ['completed'], ['failed']),
  'content_audits.page': states('status', ['processed']),
  'bulk_generations.get': states('status', ['completed']),
  'pipelines.get': states('status', ['completed']),
  'page_audit.get': [
    ...states('status', ['completed']),
    [{ status: 'analyzing', error_message: 'Blocked.' }, 'failed'],
  ],
  'grounding.audit': states('status', ['completed']),
  'grounding.batch_status': states('status', ['completed']),
  'grounding.check_validation': states('status', ['completed']),
  'deep_insights.export_pdf': [[{ '%PDF': true }, 'completed']],
  'citation_causality.audit_results': states('status', ['completed'], ['failed']),
  'citation_causality.sandbox_run': states('status', ['completed']),
};

/** Where several jobs are watched by one answer, and each by a field of its own. */
const own: Readonly<Record<string, readonly End[]>> = {
  'images.generate': states('processing_status', ['ready']),
  'images.edit': [[{ variants: [{ id: 2 }] }, 'completed']],
  'tracking.analyze': [
    ...states('analysis_status', ['completed']),
    [{ analysis_status: 'running', analysis_error: 'No such domain.' }, 'failed'],
  ],
  'competitors.discover': states('competitor_rediscovery_status', ['completed'], ['failed']),
};

/** docs/platform/jobs.md#end: applies to every job whose row names no other field. */
const general: readonly End[] = [
  [{ processing_status: 'ready' }, 'completed'],
  [{ status: 'completed' }, 'completed'],
];

const started = allOperations().filter(({ job }) => job !== undefined);

test.each(started.map((operation) => [operation.name, operation] as const))(
  '%s ends with every state and flag that the documents give it',
  async (name, operation) => {
    const { job } = operation;
    if (!job) throw new Error('no job');
    const documented = own[name] ?? ends[job.watch];
    if (!documented) throw new Error(`what does ${job.watch} show at the end?`);
    const declared = states(
      job.state,
      job.done.filter((state) => typeof state === 'string'),
      (job.failed ?? []).filter((state) => typeof state === 'string'),
    );
    const isChange = job.done.includes(changed);
    await using rig = await bench();
    const client = await rig.client({ requestsPerMinute: 10_000, unpriced: 100 });
    const given = { project_id: 1, ...sampleArguments(operation) };
    const fits: Record<string, unknown> = operation.input.safeParse(given).success ? given : sampleArguments(operation);
    const watching = operationNamed(job.watch);
    const place = (sources: Job['with']): Record<string, unknown> =>
      Object.fromEntries(Object.entries(sources).map(([param, source]) => [param, sourced(source, fits)]));
    const watched = `GET ${address(watching, place(job.with))}`;
    const fact = operation.price.kind === 'formula' ? operation.price.fact : undefined;
    if (fact) {
      const asked = Object.fromEntries(Object.entries(fact.with).map(([to, from]) => [to, fits[from]]));
      rig.platform.on(`GET ${address(operationNamed(fact.operation), asked)}`, json({ data: facts }));
    }
    if (job.fetch) {
      const fetched = operationNamed(job.fetch);
      rig.platform.on(`GET ${address(fetched, place(job.fetchWith ?? job.with))}`, shown(fetched, {}));
    }
    const begin = answerTo(operation);
    const all = new Map(
      [...declared, ...(isChange ? [] : general), ...documented].map((end) => [JSON.stringify(end[0]), end]),
    );
    for (const [record, state] of all.values()) {
      let isStarted = false;
      rig.platform.on(`${operation.method} ${address(operation, fits)}`, (...args) => {
        isStarted = true;
        return begin(...args);
      });
      rig.platform.on(watched, (...args) => (isStarted ? shown(watching, record) : before(watching))(...args));
      const outcome = await client
        .call(operation, fits, { again: true, waitSeconds: 400 })
        .catch((error: unknown) => (isVisibilityError(error) ? error.code : error));
      const [latest] = await client.jobs({ limit: 1 });
      expect(
        [latest?.state, state === 'failed' ? outcome : latest?.error],
        `${name} ${JSON.stringify(record)}`,
      ).toEqual([state, state === 'failed' ? 'job_failed' : undefined]);
    }
  },
);

/** The start's answer, with an id under each name that the job may read it from. */
function answerTo({ job }: Operation): Behaviour {
  const sources = [...Object.values(job?.with ?? {}), ...(job?.find ? [job.find] : [])];
  const names = sources.flatMap((source) => ('answer' in source ? source.answer.slice(0, 1) : []));
  return json({ ...Object.fromEntries(names.map((name) => [name, 7])), message: 'Queued.' }, 202);
}

/** The answers from which prices are computed. */
const facts = { content: 'Some words.', estimated_credits: 1, credits_per_run: 3 };

/** The state before the start, without results of an earlier job. */
const before = ({ answer }: Operation): Behaviour =>
  answer.kind === 'list' || answer.kind === 'rows'
    ? json([])
    : answer.kind === 'binary'
      ? json({}, 404)
      : json({ data: { id: 7, ...facts } });

const sourced = (source: Source, given: Readonly<Record<string, unknown>>): unknown =>
  'input' in source ? given[source.input] : 'constant' in source ? source.constant : 7;

const address = ({ path }: Operation, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, param: string) => encodeURIComponent(String(values[param])));

/** An answer of the declared form that shows this record. */
function shown({ answer }: Operation, record: Readonly<Record<string, unknown>>): Behaviour {
  switch (answer.kind) {
    case 'csv':
      return text('keyword\nshoes\n', 200, { 'content-type': 'text/csv' });
    case 'ndjson':
      return text('{"url":"https://a.example"}\n', 200, { 'content-type': 'application/x-ndjson' });
    case 'binary':
      return text('%PDF', 200, { 'content-type': answer.mime });
    case 'list':
    case 'rows':
      return json('data' in record ? record : { data: [{ id: 7, ...record }] });
    default:
      return json({ data: { id: 7, ...record } });
  }
}
