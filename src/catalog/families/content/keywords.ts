import { fieldOf } from '../../../base/json/field-of.ts';
import * as z from 'zod';
import { count, file, flag, id, integerId, number, text } from '../../vocabulary/fields.ts';
import { csv, list, one, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { del, family, fixed, formula, get, post, rule, likely } from '../../vocabulary/index.ts';
import { answer, input, changed, type DeclaredJob } from '../../vocabulary/job.ts';

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
  ...maybe({ project_id: integerId }),
};

/** What is measured of a keyword, where it was. */
const figures = maybe({ search_volume: count, cpc: number, difficulty: number, intent: text });

/** Rules: docs/platform/content.md#keyword-research. */
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
  done: ['completed'],
  over: [{ is_finished: true }],
  usually: 120,
  progress: 'progress_percent',
  reason: 'error_message',
  fetch: 'keywords.research_results',
} as const satisfies DeclaredJob;

const columns = ['keyword', 'search_volume', 'cpc', 'difficulty', 'intent'] as const;

/** Rules: docs/platform/content.md#keywords. */
export const keywords = family(
  'keywords',
  'Search terms of a project: research, expansion, import, volumes and clusters',
  { words: 'search terms queries seo volume search terms phrases people google what people search look for' },
  () => ({
    list: get('/projects/{project}/keywords', {
      does: "List a project's keywords",
      asked:
        'our search terms, which terms do we target in the project, volumes difficulty cpc of stored terms, project keyword inventory, stored keywords with search volume',
      output: paged(keyword),
    }),
    create: post('/projects/{project}/keywords', {
      does: 'Add a keyword to a project',
      changes: 'Embedded platform: the same term makes a duplicate; list first.',
      asked:
        "new store save, write down keep a new search term, target one more term, track save keyword in the project's keyword list, insert term",
      input: { keyword: text.optional() },
      likely: {
        keyword: likely(text, 'the term; the record shown has it', 'name term text title query keywords'),
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
      asked:
        'throw out a search term, no longer target, take out of the project, remove stored keyword, clean up terms',
      changes: 'No operation brings it back.',
    }),
    research: post('/keywords/research', {
      does: 'Find keywords around seed terms, with volumes and clusters',
      changes:
        'Embedded platform: with project_id each keyword found is stored in that project, without it in the research only.',
      asked:
        'ideas discover seed related, what do people google, what are people searching for, topic clusters around a term, find related terms, keyword discovery from seeds, keyword clusters, what to rank for, search demand',
      example: { keywords: ['trail running shoes'], project_id: 1 },
      likely: {
        keywords: likely(
          z.array(text),
          'seed terms; the row says seed-based',
          'keyword seeds seed seed_keywords seed_keyword terms term topics topic queries query q',
        ),
        project_id: likely(integerId, 'stores what is found in this project; other bodies name a project so'),
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
        'The longer terms are in keywords.expansions. Embedded platform: none is added to the project; repeating replaces them and charges again.',
      asked:
        'long tail autocomplete suggestions alphabet, longer variations of one term, long tail questions, a-z alphabet letters, alphabet soup, autocomplete variants, blow up a keyword',
      output: assumed({ keyword_id: id, status: text }),
      price: fixed(10),
      job: {
        doing: 'Expanding the keyword from A to Z',
        watch: 'keywords.expansions',
        with: { id: input('id') },
        state: 'data',
        done: [changed],
        failed: [],
        gradual: true,
        usually: 60,
      },
    }),
    expansions: get('/keywords/{id}/expansions', {
      does: 'List what an expansion found',
      asked: 'tail results, which longer variants came out, read the a-z result, fetch variants of an expansion job',
      output: list({ keyword: text, ...figures }),
    }),
    import_csv: post('/projects/{project}/keywords/import/csv', {
      does: 'Import keywords from a CSV, TXT or Excel file (1 MB, 2000 rows)',
      changes:
        'Stores the terms in the project. Embedded platform: terms that are there already are skipped; clusters them unless cluster is false.',
      asked:
        'upload spreadsheet xlsx bulk add, upload a list table of terms from excel xlsx spreadsheet, bring my own terms, bulk load keyword file, column mapping, txt list',
      example: { file: { name: 'keywords.csv', content: 'keyword\ntrail running shoes' }, cluster: false },
      multipart: true,
      input: {
        file: file({ kind: 'table', maxBytes: 1024 * 1024 }).describe(
          'csv, txt, xlsx or xls: a local path, or {name, content}',
        ),
        name: text.optional(),
        cluster: flag.optional().describe('Group the keywords into clusters; false: they are only stored'),
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
          ({ has_header, mapping }) => has_header !== false || fieldOf(mapping, 'keyword') !== undefined,
        ),
      ],
      output: { research_id: id, skipped: z.unknown(), detected_mapping: z.looseObject({}) },
      price: formula(
        '0 with cluster false; what clustering costs is not stated, nor whether it is done when cluster is left out',
        ({ cluster }) => (cluster === false ? 0 : null),
      ),
      job: { ...research, doing: 'Importing the keywords', usually: 30 },
      refuses: { 422: { no_keyword_column: 'no column with keywords was found; detected_headers lists what was' } },
    }),
    ai_research: post('/projects/{project}/keywords/ai-research', {
      does: 'Derive keywords from the project profile by a web-searching model, without seed terms',
      changes:
        'A failed run gives its credits back. A second start while one runs is refused. Embedded platform: stores every keyword found in the project.',
      asked:
        'ideas suggest automatic discover, give me ideas what to write about, let the ai think up terms for our business, suggest topics, seedless research, llm suggestions, brainstorm topics for our industry, what should we blog write about, topic ideas',
      remedies: { 409: 'keywords.list_researches' },
      input: { limit: z.int().min(1).max(50).default(30).describe('How many keywords') },
      output: { status: text, research_id: id, source: text, credits: count, status_url: text },
      price: fixed(5, { refunded: true }),
      job: { ...research, doing: 'Finding keywords for the project', backoff: 30 },
      refuses: {
        409: 'while a research is running for the project (its status code is not stated)',
        402: { insufficient_credits: 'balance below 5' },
      },
    }),
    research_status: get('/keyword-researches/{id}/status', {
      does: 'Show how a keyword research or import stands',
      asked:
        'progress, is the research finished done ready yet, how far is the keyword import or ai research, percent, poll batch progress, clustering state, import job',
      output: batch,
      concise: 'status is_finished progress_percent keywords_total clusters_count error_message',
    }),
    research_results: get('/keyword-researches/{id}/results.csv', {
      does: 'Fetch the clustered keywords of a completed research',
      asked:
        'download export clusters volumes, download the clusters table csv of the research, see what the research found, cluster export, result table with main and sub keywords, intent and titles',
      output: csv('cluster_id', 'cluster_role', 'cluster_main_keyword', 'cluster_size', ...columns, 'article_titles'),
      refuses: { 409: 'unless the research is completed' },
      remedies: { 409: 'keywords.research_status' },
    }),
    list_researches: get('/projects/{project}/keyword-researches', {
      does: "List a project's keyword researches",
      asked:
        'earlier past keyword researches and imports, when did we last research, history of batches, previous imports',
      output: paged({ id, source: text, processing_status: text, keywords_count: count }),
    }),
    explore: post('/explorer', {
      does: 'Pull keyword data for a seed term from the explorer',
      changes: 'The same question within 60 minutes is answered from the cache, unless cache is false.',
      asked:
        'keyword explorer seed pull volume lookup, look up volume difficulty of a seed term, keyword explorer database, raw data pull, instant keyword metrics, lookup without project, related keyword database',
      output: assumed({
        data: z.array(z.looseObject({ ...maybe({ keyword: text }), ...figures })),
        cached: flag,
      }),
      example: { keyword: 'trail running shoes', country: 'DE' },
      input: {
        cache: flag
          .optional()
          .describe('false fetches again, for a flat 50; else a result of the last 60 minutes is reused'),
      },
      likely: {
        keyword: likely(
          text,
          'the seed term; the row says seed pull',
          'keywords seed seeds seed_keyword seed_keywords term terms topic query q',
        ),
        language: likely(text, 'as in storylines.create'),
        country: likely(text, 'ISO 3166-1 code, as in projects.create'),
        limit: likely(count, 'how many; ai_research takes one'),
      },
      price: formula('50; a result cached within the last 60 minutes may come free', () => 50, { atMost: 50 }),
    }),
  }),
);
