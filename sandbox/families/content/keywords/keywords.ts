import { operation } from '../../../../src/catalog/index.ts';
import type { Call } from '../../../engine/handler-call.ts';
import { clusterTerms, type Clustered } from './clusters.ts';
import { recordExport } from '../../shared/exported.ts';
import { firstText, numberIn } from '../../shared/open-body.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import { readKeywordFile } from './keyword-file.ts';
import { change, keyedKind, kind, type Row } from '../../../engine/documents.ts';
import { after, failed, plan, planFor, shouldFail, type Running } from '../../../engine/plan.ts';
import { minutes } from '../../../engine/platform-time.ts';
import { readUpload } from '../../../engine/upload.ts';
import { invalid, refuse } from '../../../engine/http/refusal.ts';
import { slices, toCsv } from '../../../engine/http/reply.ts';
import { measureTerm, relatedTerms, type Term } from '../../../invention/terms.ts';
import type { World } from '../../../engine/world.ts';
import { storeFile } from '../../library/files/files.ts';
import { projectOf, projects } from '../projects.ts';

interface Research {
  source: 'seed' | 'import' | 'ai_search';
  status: 'queued' | 'processing' | 'clustering' | 'completed' | 'failed';
  terms: Term[];
  processed: number;
  together: boolean;
  fails: boolean;
  results: Clustered[];
  error_message: string | null;
  /**
   * Addresses on which each suggestion of an AI research is based; null: never gathered
   * (docs/platform/content.md#ai-keyword-research).
   */
  evidence: Readonly<Record<string, readonly string[]>> | null;
}

type Keyword = Term & { expansions?: string[] | undefined };

const keywords = kind<Keyword>('keyword');
const researches = kind<Research>('keyword_research');
const explorations = keyedKind<{ at: number; data: Term[] }, string>('exploration');

const show = ({ id, parent, body: { expansions: _, ...term } }: Row<Keyword>) => ({
  id,
  project_id: parent,
  source_urls: null,
  ...term,
});

const researchPlan = planFor('keywords.research', researches, (_, { lasts }: { readonly lasts: number }) => {
  const measure = (seconds: number, share: number) =>
    after<Research>(seconds, (row) => {
      change(row, { status: 'processing', processed: Math.floor(row.body.terms.length * share) });
    });
  return [
    measure(lasts * 0.1, 0),
    measure(lasts * 0.3, 0.5),
    after(lasts * 0.3, (row) => {
      change(row, { processed: row.body.terms.length, status: 'clustering' });
      if (!row.body.fails) return;
      return failed(row, { status: 'failed', error_message: 'The measurement gave up, as the term asked for.' });
    }),
    after(lasts * 0.3, ({ id, team, parent, body }, { world, at }) => {
      body.results = clusterTerms(body.terms, body.together);
      body.status = 'completed';
      keepSpreadsheet(world, team, at, id, body);
      if (parent === null) return;
      const existing = new Set(world.store.all(keywords, { parent }).map((row) => row.body.keyword));
      for (const term of body.terms.filter(({ keyword }) => !existing.has(keyword)))
        world.add(keywords, { ...term, ...evidenceOf(body, term) }, { team, parent });
    }),
  ];
});

const expandPlan = plan('keywords.expand', keywords, after(60, expand));

/** Rules: docs/platform/content.md#keyword-research. */
export const keywordFamily = implement('keywords', {
  operations: {
    list: (call) => slices(call.store.all(keywords, { parent: projectOf(call).id }), show),
    create: (call) => {
      const { id: parent } = projectOf(call);
      const keyword =
        firstText({ ...call.openBody, ...call.input }, 'keyword', 'name', 'term', 'text', 'title', 'query') ??
        seedsOf(call.openBody)[0];
      if (keyword === undefined) throw invalid({ keyword: ['The keyword field must be a text.'] });
      return show(
        call.add(keywords, { ...measureTerm(call.invent, keyword), ...figures(call.openBody), keyword }, { parent }),
      );
    },
    delete: (call) => call.delete(call.own(keywords, call.input.id)),
    research: (call) => {
      const seeds = someSeeds(call.openBody);
      const project = numberIn(call.openBody, 'project_id') ?? numberIn(call.openBody, 'project');
      const parent = project === undefined ? undefined : call.own(projects, project).id;
      const terms = seeds
        .flatMap((seed) => relatedTerms(call.invent('research', seed), seed, 12))
        .map((one) => measureTerm(call.invent, one));
      return begin(call, { source: 'seed', terms, fails: shouldFail(seeds) }, 120, parent);
    },
    expand: (call) => {
      const { id } = call.own(keywords, call.input.id);
      call.start(expandPlan, id);
      return { keyword_id: id, status: 'queued' };
    },
    expansions: (call) => {
      const { body } = call.own(keywords, call.input.id);
      return (body.expansions ?? []).map((keyword) => measureTerm(call.invent, keyword));
    },
    import_csv: (call) => {
      const { id: parent } = projectOf(call);
      const { terms, skipped, detected_mapping } = readKeywordFile(call);
      const together = call.input.cluster === undefined || call.input.cluster === true;
      const fails = shouldFail(
        readUpload(call.input.file, 'file').name,
        terms.map(({ keyword }) => keyword),
      );
      return {
        ...begin(call, { source: 'import', terms, together, fails }, 20, parent),
        imported: terms.length,
        skipped,
        detected_mapping,
      };
    },
    ai_research: (call) => {
      const { id: parent, body: project } = projectOf(call);
      const running = call.store.all(researches, { parent }).some(({ id }) => call.jobs.running(researchPlan, id));
      if (running) throw refuse(409, 'A keyword research is still running for this project.');
      const limit = call.input.limit;
      const suggestions = relatedTerms(call.invent('ai', project.name), project.name.toLowerCase(), limit);
      const evidence = Object.fromEntries(
        suggestions.map((term, n) => [term, n % 3 === 0 ? [] : [`https://sources.example/${n}`]]),
      );
      const terms = suggestions.map((term) => measureTerm(call.invent, term));
      const started = begin(
        call,
        { source: 'ai_search', terms, evidence, fails: shouldFail(project.name, project.domain) },
        120,
        parent,
      );
      return { ...started, credits: 5 };
    },
    research_status: (call) => status(call, call.own(researches, call.input.id)),
    research_results: (call) => {
      const { body } = call.own(researches, call.input.id);
      if (body.status !== 'completed') throw refuse(409, 'The research is not completed.');
      return body.results;
    },
    list_researches: (call) =>
      slices(call.store.all(researches, { parent: projectOf(call).id }), ({ id, body }) => ({
        id,
        source: body.source,
        processing_status: body.status,
        keywords_count: body.terms.length,
      })),
    explore: explore,
  },

  seed: ({ add, invent }) => {
    for (const [parent, keyword] of [
      [1, 'camping box'],
      [1, 'camping stove'],
      [2, 'moss garden'],
    ] as const) {
      add(keywords, measureTerm(invent, keyword), { team: 1, parent });
    }
  },
});

/** Figures of the caller are kept; the others are measured. */
function figures(free: Readonly<Record<string, unknown>>): Partial<Term> {
  const figures: [string, number | string][] = (['search_volume', 'cpc', 'difficulty'] as const).flatMap((field) => {
    const value = free[field];
    const isGiven = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
    return isGiven && Number.isFinite(Number(value)) ? [[field, Number(value)] as [string, number]] : [];
  });
  const { intent } = free;
  if (typeof intent === 'string' && intent) figures.push(['intent', intent]);
  return Object.fromEntries(figures) as Partial<Term>;
}

/** The body of a research is not documented: any text in it counts as a seed. */
function seedsOf(free: Readonly<Record<string, unknown>>): string[] {
  const names = ['keyword', 'keywords', 'seed', 'seeds', 'seed_keyword', 'seed_keywords'];
  const expected = names.flatMap((name) => free[name]);
  return (expected.some(Boolean) ? expected : Object.values(free).flat())
    .filter((one): one is string => typeof one === 'string' && one !== '')
    .slice(0, 20);
}

function someSeeds(free: Readonly<Record<string, unknown>>): string[] {
  const seeds = seedsOf(free);
  if (seeds.length === 0) throw invalid({ keywords: ['The keywords field must hold at least one text.'] });
  return seeds;
}

function begin(
  call: Call,
  fields: Partial<Research> & Pick<Research, 'source' | 'terms'>,
  lasts: number,
  parent: Row<object>['parent'] | undefined,
) {
  const body: Research = {
    status: 'queued',
    processed: 0,
    together: true,
    fails: false,
    results: [],
    error_message: null,
    evidence: null,
    ...fields,
  };
  const { id } = call.add(researches, body, parent === undefined || parent === null ? {} : { parent });
  call.start(researchPlan, id, { lasts });
  return { status: body.status, research_id: id, source: body.source, keywords_count: body.terms.length };
}

/** docs/platform/content.md#keyword-research: at most 99 while clustering, 100 only at the end. */
function status({ address }: Call, { id, body }: Row<Research>) {
  const finished = body.status === 'completed' || body.status === 'failed';
  const total = body.terms.length;
  const share = total === 0 ? 0 : Math.round((body.processed / total) * 1000) / 10;
  return {
    status: body.status,
    is_finished: finished,
    progress_percent: finished ? 100 : Math.min(99, share),
    keywords_processed: body.processed,
    keywords_pending: total - body.processed,
    keywords_total: total,
    clusters_count: new Set(body.results.map(({ cluster_id }) => cluster_id)).size,
    clustered_keywords: body.results.length,
    error_message: body.error_message,
    results_csv_url: body.status === 'completed' ? address(`/api/v1/keyword-researches/${id}/results.csv`) : null,
  };
}

/** The results as a file of the team and among its exports (docs/platform/library.md#files). */
function keepSpreadsheet(world: World, team: number, at: number, id: number, { results }: Research): void {
  const { answer } = operation('keywords.research_results');
  const name = `keyword-research-${id}.csv`;
  const content = toCsv(answer.kind === 'csv' ? answer.columns : [], results);
  storeFile(world, { team, at, name, mime: 'text/csv', content });
  recordExport(world, { team, at, name, type: 'keywords', path: `/api/v1/keyword-researches/${id}/results.csv` });
}

const evidenceOf = ({ source, evidence }: Research, { keyword }: Term) =>
  source === 'ai_search' ? { source_urls: evidence?.[keyword] ?? null } : {};

function expand({ body }: Row<Keyword>, { world }: Running): void {
  const before = body.expansions?.[0] ?? '';
  body.expansions = [...'abcdefghijklmnopqrstuvwxyz'].map(
    (letter) => `${body.keyword} ${letter}${world.invent(body.keyword, letter, before).token(4)}`,
  );
}

/**
 * docs/platform/credits.md#keyword-explorer: a flat 50; results of the last 60 minutes are returned again for free, unless
 * `cache` is false.
 */
function explore(call: CallOf<'keywords.explore'>) {
  const id = `${call.caller.team}:${JSON.stringify(call.openBody)}`;
  const previous = call.store.get(explorations, id);
  const cached = previous !== undefined && call.input.cache !== false && previous.body.at > call.now() - 60 * minutes;
  if (cached) {
    call.costs(0);
    return { data: previous.body.data, cached: true };
  }
  if (previous) call.store.remove(previous);
  const data = someSeeds(call.openBody)
    .flatMap((seed) => relatedTerms(call.invent('explore', seed), seed, 20))
    .map((term) => measureTerm(call.invent, term));
  call.add(explorations, { at: call.now(), data }, { id });
  return { data, cached: false };
}
