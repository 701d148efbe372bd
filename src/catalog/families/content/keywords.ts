import * as z from 'zod';
import { count, file, flag, id, number, text } from '../../fields.ts';
import {
  answer,
  csv,
  del,
  family,
  fixed,
  formula,
  get,
  input,
  list,
  one,
  paged,
  post,
  changed,
  rule,
  type Job,
  likely,
  deleted,
  assumed,
  maybe,
} from '../../operation.ts';

const keyword = {
  id,
  keyword: text,
  search_volume: count.nullable(),
  cpc: number.nullable(),
  difficulty: number.nullable(),
  intent: text.nullable(),
  source_urls: z
    .array(text)
    .nullable()
    .optional()
    .describe('Evidence of an AI research; empty: none found, null: never gathered'),
};

/** Document 1, "Keyword research batch". */
const batch = {
  status: z.enum(['queued', 'processing', 'clustering', 'completed', 'failed']),
  is_finished: flag,
  progress_percent: number.min(0).max(100),
  keywords_processed: count,
  keywords_pending: count,
  keywords_total: count,
  clusters_count: count,
  clustered_keywords: count,
  error_message: text.nullable(),
  results_csv_url: text.nullable(),
};

/** A research, an AI research and an import are all watched as the batch they make. */
const research = {
  doing: 'Finding keywords',
  watch: 'keywords.research_status',
  with: { id: answer('research_id', 'id') },
  state: 'status',
  done: ['completed'],
  failed: ['failed'],
  usually: 120,
  progress: 'progress_percent',
  reason: 'error_message',
  fetch: 'keywords.research_results',
} as const satisfies Job;

const columns = ['keyword', 'search_volume', 'cpc', 'difficulty', 'intent'] as const;

/** Document 1, "Keywords". */
export const keywords = family(
  'keywords',
  'Search terms of a project: research, expansion, import, volumes and clusters',
  { words: 'search terms queries seo volume' },
  () => ({
    list: get('/projects/{project}/keywords', { does: "List a project's keywords", output: paged(keyword) }),
    create: post('/projects/{project}/keywords', {
      does: 'Add a keyword to a project',
      changes: 'The same term is accepted again: that makes a duplicate. List first.',
      words: 'new store save',
      input: { keyword: text.optional() },
      open: true,
      likely: {
        keyword: likely(text, 'the term; the record shown has it', [
          'name',
          'term',
          'text',
          'title',
          'query',
          'keywords',
        ]),
        search_volume: likely(number, 'of the record shown'),
        cpc: likely(number, 'of the record shown'),
        difficulty: likely(number, 'of the record shown'),
        intent: likely(text, 'of the record shown'),
      },
      output: one(keyword),
      status: 201,
    }),
    delete: del('/keywords/{id}', {
      does: 'Delete a keyword',
      changes: 'No operation brings it back.',
      output: deleted,
    }),
    research: post('/keywords/research', {
      does: 'Find keywords around seed terms, with volumes and clusters',
      changes:
        "With project_id, every keyword found is stored in that project (known ones once only); without it, nothing is stored but the research's own table.",
      words: 'ideas discover seed related',
      example: { keywords: ['trail running shoes'], project_id: 1 },
      open: true,
      likely: {
        keywords: likely(z.array(text), 'seed terms; the row says seed-based', [
          'keyword',
          'seeds',
          'seed',
          'seed_keywords',
          'seed_keyword',
          'terms',
          'term',
          'topics',
          'topic',
          'queries',
          'query',
          'q',
        ]),
        project_id: likely(id, 'stores what is found in this project; other bodies name a project so'),
        limit: likely(count, 'how many keywords; ai_research takes one'),
        language: likely(text, 'as in storylines.create'),
        country: likely(text, 'ISO 3166-1 code, as in projects.create'),
      },
      output: { research_id: id },
      price: fixed(5),
      job: research,
    }),
    expand: post('/keywords/{id}/expand', {
      does: 'Expand a keyword from A to Z into longer ones',
      changes:
        'The longer terms stay under keywords.expansions; none is added to the project. Repeating replaces and charges again.',
      words: 'long tail autocomplete suggestions alphabet',
      output: assumed({ keyword_id: id, status: text }),
      price: fixed(10),
      job: {
        doing: 'Expanding the keyword from A to Z',
        watch: 'keywords.expansions',
        with: { id: input('id') },
        state: 'data',
        done: [changed],
        gradual: true,
        usually: 60,
      },
    }),
    expansions: get('/keywords/{id}/expansions', {
      does: 'List what an expansion found',
      words: 'long tail results',
      output: list({ keyword: text }),
    }),
    import_csv: post('/projects/{project}/keywords/import/csv', {
      does: 'Import keywords from a CSV, TXT or Excel file (1 MB, 2000 rows)',
      changes: 'Stores all terms in the project; those that are there already are skipped.',
      words: 'upload spreadsheet xlsx bulk add',
      example: { file: { name: 'keywords.csv', content: 'keyword\ntrail running shoes' } },
      multipart: true,
      input: {
        file: file({ kind: 'table', maxBytes: 1024 * 1024 }).describe(
          'csv, txt, xlsx or xls: a local path, or {name, content}',
        ),
        name: text.optional(),
        cluster: flag.optional().describe('Group the keywords into clusters'),
        has_header: flag.optional().describe('false: row 1 is data and mapping.keyword is required'),
        mapping: z
          .strictObject(Object.fromEntries(columns.map((column) => [column, count.optional()])))
          .optional()
          .describe('0-based column of each field; overrides detection field by field'),
      },
      rules: [
        rule(
          'mapping',
          'must give the keyword column when has_header is false',
          ({ has_header, mapping }) => has_header !== false || columnOf(mapping, 'keyword') !== undefined,
        ),
      ],
      output: { research_id: id, skipped: z.unknown(), detected_mapping: z.looseObject({}) },
      job: { ...research, doing: 'Importing the keywords', usually: 30 },
      refuses: { 422: { no_keyword_column: 'no column with keywords was found; detected_headers lists what was' } },
    }),
    ai_research: post('/projects/{project}/keywords/ai-research', {
      does: 'Derive keywords from the project profile by a web-searching model, without seed terms',
      changes:
        'Stores every keyword found in the project. A failed run gives its credits back. A second start while one runs is refused.',
      words: 'ideas suggest automatic discover',
      remedies: { 409: 'keywords.list_researches' },
      input: { limit: z.int().min(1).max(50).default(30).describe('How many keywords') },
      output: { status: text, research_id: id, source: text, credits: count, status_url: text },
      price: fixed(5, { refunded: true }),
      job: { ...research, doing: 'Finding keywords for the project', backoff: 30 },
      refuses: { 409: 'while a research is running for the project', 402: { insufficient_credits: 'balance below 5' } },
    }),
    research_status: get('/keyword-researches/{id}/status', {
      does: 'Show how a keyword research or import stands',
      words: 'progress',
      output: batch,
    }),
    research_results: get('/keyword-researches/{id}/results.csv', {
      does: 'Fetch the clustered keywords of a completed research',
      words: 'download export clusters volumes',
      output: csv('cluster_id', 'cluster_role', 'cluster_main_keyword', 'cluster_size', ...columns, 'article_titles'),
      refuses: { 409: 'unless the research is completed' },
      remedies: { 409: 'keywords.research_status' },
    }),
    list_researches: get('/projects/{project}/keyword-researches', {
      does: "List a project's keyword researches",
      words: 'history past',
      output: paged({ id, source: text, processing_status: text, keywords_count: count }),
    }),
    explore: post('/explorer', {
      does: 'Pull keyword data for a seed term from the explorer',
      changes: 'Stores nothing. The same question within 60 minutes is answered from the cache, unless cache is false.',
      words: 'keyword explorer seed pull volume lookup',
      output: assumed({
        data: z.array(
          z.looseObject(
            maybe({
              keyword: text,
              search_volume: count,
              cpc: number,
              difficulty: number,
              intent: text,
            }),
          ),
        ),
        cached: flag,
      }),
      example: { keyword: 'trail running shoes', country: 'DE' },
      input: {
        cache: flag
          .optional()
          .describe('false fetches again, for a flat 50; else a result of the last 60 minutes is reused'),
      },
      open: true,
      likely: {
        keyword: likely(text, 'the seed term; the row says seed pull', [
          'keywords',
          'seed',
          'seeds',
          'seed_keyword',
          'seed_keywords',
          'term',
          'terms',
          'topic',
          'query',
          'q',
        ]),
        language: likely(text, 'as in storylines.create'),
        country: likely(text, 'ISO 3166-1 code, as in projects.create'),
        limit: likely(count, 'how many; ai_research takes one'),
      },
      price: formula('50; a result cached within the last 60 minutes may come free', () => 50, { atMost: 50 }),
    }),
  }),
);

const columnOf = (mapping: unknown, column: string): unknown =>
  typeof mapping === 'object' && mapping !== null ? Reflect.get(mapping, column) : undefined;
