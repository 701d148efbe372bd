import { invalid } from '../../engine/http/refusal.ts';
import {
  inBody,
  inRecords,
  isRecord,
  needsField,
  renamed,
  takes,
  valued,
  without,
  inRows,
} from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

const seedBased = 'Document 1, "POST /keywords/research": seed-based research; body: not shown.';
const scanText = 'Document 3, "POST /ai-scanner/detect": scan_type and language; the field of the text is not shown.';
const standalone = 'Document 1, "POST /generate/article": no body is shown.';
const analyzed = 'Document 3, "POST /content-optimizer/analyze": body: not shown.';
const level = 'Document 3, "POST /ai-scanner/humanize": article_id plus a level (field name: not shown).';

const list = (value: unknown): unknown => (Array.isArray(value) ? value : [value]);

/** Of what document 1 says of projects, articles, keywords and storylines, and document 3 of the tools for texts. */
export const contentReadings: readonly Reading[] = [
  needsField('research-seed', seedBased, 'keywords.research', ['seed', 'keywords'], {
    beside: 'project_id',
    asIs: list,
  }),
  needsField('research-keyword', seedBased, 'keywords.research', ['keyword', 'keywords'], { asIs: list }),
  needsField('research-seeds', seedBased, 'keywords.research', ['seeds', 'keywords'], { asIs: list }),
  {
    name: 'research-nested',
    turnsOn: 'Document 1, "POST /keywords/research": job; the answer is not shown.',
    keeps: '{data: {job: {id, state}}}.',
    of: ['keywords.research'],
    sends: inRecords(({ research_id }) => ({ data: { job: { id: research_id, state: 'queued' } } })),
  },
  {
    name: 'expansions-by-letter',
    turnsOn: 'Document 1, "GET /keywords/{id}/expansions": results of an expansion; the form is not shown.',
    keeps: 'Grouped by letter: {data: {a: […], b: […]}}.',
    of: ['keywords.expansions'],
    sends: inRows((rows) => ({
      data: Object.groupBy(rows as { keyword: string }[], ({ keyword }) => keyword.trim().at(-1) ?? ''),
    })),
  },
  {
    name: 'expansions-as-texts',
    turnsOn: 'Document 1, "GET /keywords/{id}/expansions": results of an expansion; the form is not shown.',
    keeps: 'A list of texts.',
    of: ['keywords.expansions'],
    sends: inRows((rows) => ({ data: rows.map((one) => (isRecord(one) ? one['keyword'] : one)) })),
  },
  {
    name: 'keyword-names',
    turnsOn: 'Document 1, "Keyword research batch": fields of the project keyword record, not shown beyond five.',
    keeps: 'The id is keyword_id, the term is also name.',
    of: ['keywords.list'],
    sends: inRecords(({ id, ...record }) => ({ keyword_id: id, ...record, name: record['keyword'] })),
  },
  {
    name: 'keyword-body',
    turnsOn: 'Document 1, "POST /projects/{project}/keywords": body: not shown.',
    keeps: 'keywords, a list, is required.',
    of: ['keywords.create'],
    asks: takes('keywords', 'keyword', (value) => (Array.isArray(value) ? value[0] : value)),
  },
  {
    name: 'explorer-nested',
    turnsOn: 'Document 1, "Keyword explorer seed pull": the answer is not shown.',
    keeps: '{results: {keywords: […], questions: []}}.',
    of: ['keywords.explore'],
    sends: inBody((body) =>
      isRecord(body) ? { results: { keywords: body['data'], questions: [] }, from_cache: body['cached'] } : body,
    ),
  },
  {
    name: 'import-counts',
    turnsOn: 'Document 1, "import/csv": the normal import response (its base fields: not shown).',
    keeps: 'research_id as text, imported_count beside it.',
    of: ['keywords.import_csv'],
    sends: inRecords((record) => ({ ...record, research_id: String(record['research_id']), imported_count: 1 })),
  },
  {
    name: 'article-sections',
    turnsOn: 'Document 1, "Article": full field list of the article record: not shown.',
    keeps: 'body_html beside content while it is a draft; content is null in lists.',
    of: ['articles.list'],
    sends: inRecords((record) => ({ ...record, content: null, word_count: 0 })),
  },
  {
    name: 'article-states',
    turnsOn: 'Document 1, "Article": processing_status is ready when finished; other values are not shown.',
    keeps: 'null before, generating meanwhile, error after a failure.',
    of: ['articles.get', 'articles.list'],
    sends: inRecords(
      valued({ processing_status: { none: null, queued: 'generating', processing: 'generating', failed: 'error' } }),
    ),
  },
  needsField('standalone-project', standalone, 'articles.generate_standalone', ['topic', 'keyword'], {
    beside: 'project_id',
  }),
  {
    name: 'standalone-article',
    turnsOn: 'Document 1, "POST /generate/article": no answer is shown.',
    keeps: 'The article itself: {data: {id, …}}.',
    of: ['articles.generate_standalone'],
    sends: inRecords(({ article_id, ...rest }) => ({ data: { id: article_id, ...rest } })),
  },
  {
    name: 'links-unnamed',
    turnsOn: 'Document 1, "internal-links/analyze": 202 (a run_id is returned in one version).',
    keeps: 'No run_id.',
    of: ['internal_links.analyze'],
    sends: inRecords(without('run_id')),
  },
  {
    name: 'links-per-article',
    turnsOn: 'Document 1, "internal-links/analyze": 5 (one version states 1 per article).',
    keeps: 'Two credits, as with two articles.',
    of: ['internal_links.analyze'],
    draws: (credits) => (credits > 0 ? 2 : credits),
  },
  {
    name: 'storyline-outline',
    turnsOn: 'Document 1, "Storyline": fields seen; what structure[] holds is not shown.',
    keeps: 'structure is a list of texts, and null while it is generated.',
    of: ['storylines.get', 'storylines.list'],
    sends: inRecords((record) => ({
      ...record,
      structure:
        Array.isArray(record['structure']) && record['structure'].length > 0
          ? record['structure'].map((one) => (isRecord(one) ? String(one['heading'] ?? one['title']) : String(one)))
          : null,
    })),
  },
  {
    name: 'calendar-days',
    turnsOn: 'Document 1, "/projects/{project}/calendar": bodies: not shown.',
    keeps: 'date and topic are required.',
    of: ['calendar.create'],
    asks: (question) => {
      if (question.body['date'] === undefined || question.body['topic'] === undefined)
        throw invalid({ date: ['The date field is required.'], topic: ['The topic field is required.'] });
      return question;
    },
  },
  needsField('scanner-content', scanText, 'ai_scanner.detect', ['content', 'text']),
  needsField('scanner-input', scanText, 'ai_scanner.detect', ['input_text', 'text']),
  {
    name: 'scanner-scales',
    turnsOn: 'Document 3, "/ai-scanner/scans/{id}": score; its scale is not shown.',
    keeps: 'From 0 to 1.',
    of: ['ai_scanner.scan'],
    sends: inRecords((record) => ({
      ...record,
      score: typeof record['score'] === 'number' ? record['score'] / 100 : null,
    })),
  },
  needsField('humanize-level-name', level, 'ai_scanner.humanize', ['humanize_level', 'level']),
  needsField('humanize-mode', level, 'ai_scanner.humanize', ['mode', 'level']),
  {
    name: 'humanizer-documents',
    turnsOn: 'Document 3, "POST /humanize": body: not shown; batch.',
    keeps: 'documents, a list of {text}, is required.',
    of: ['humanizer.humanize'],
    asks: takes('documents', 'texts', (value) =>
      Array.isArray(value) ? value.map((one) => (isRecord(one) ? one['text'] : one)) : [value],
    ),
  },
  {
    name: 'humanizer-wrapped',
    turnsOn: 'Document 3, "POST /humanize": batch; the form is not shown.',
    keeps: '{data: {batch: {id, …}}}.',
    of: ['humanizer.humanize'],
    sends: inRecords(({ batch_id, ...rest }) => ({ data: { batch: { id: batch_id, ...rest } } })),
  },
  needsField('optimizer-page', analyzed, 'content_optimizer.analyze', ['page_url', 'url'], {
    beside: 'target_keyword',
  }),
  {
    name: 'optimizer-results',
    turnsOn: 'Document 3, "/content-optimizer/{id}": the record is not shown.',
    keeps: 'Everything but the id under result.',
    of: ['content_optimizer.get'],
    sends: inRecords(({ id, status, optimization_id, ...result }) => ({ id, optimization_id, status, result })),
  },
  {
    name: 'pipelines-by-stage',
    turnsOn: 'Document 3, "/pipelines/{id}": the record is not shown.',
    keeps: 'The state of the whole follows from its stages: state instead of status.',
    of: ['pipelines.get', 'pipelines.list'],
    sends: inRecords(renamed({ status: 'state' })),
  },
  {
    name: 'bulk-counts',
    turnsOn: 'Document 3, "/bulk-generations/{id}": the record is not shown.',
    keeps: 'state, and how many are done: no status.',
    of: ['bulk_generations.get'],
    sends: inRecords(({ status, completed, ...rest }) => ({ ...rest, state: status, done_count: completed })),
  },
];
