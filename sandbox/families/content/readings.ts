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

/** Readings of what document 1 says of projects, articles, keywords and storylines, and document 3 of the tools for texts. */
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
    behaviour: '{data: {job: {id, state}}}.',
    operations: ['keywords.research'],
    changeResponse: inRecords(({ research_id }) => ({ data: { job: { id: research_id, state: 'queued' } } })),
  },
  {
    name: 'expansions-by-letter',
    turnsOn: 'Document 1, "GET /keywords/{id}/expansions": results of an expansion; the form is not shown.',
    behaviour: 'Grouped by letter: {data: {a: […], b: […]}}.',
    operations: ['keywords.expansions'],
    changeResponse: inRows((rows) => ({
      data: Object.groupBy(rows as { keyword: string }[], ({ keyword }) => keyword.trim().at(-1) ?? ''),
    })),
  },
  {
    name: 'expansions-as-texts',
    turnsOn: 'Document 1, "GET /keywords/{id}/expansions": results of an expansion; the form is not shown.',
    behaviour: 'A list of texts.',
    operations: ['keywords.expansions'],
    changeResponse: inRows((rows) => ({ data: rows.map((one) => (isRecord(one) ? one['keyword'] : one)) })),
  },
  {
    name: 'keyword-names',
    turnsOn: 'Document 1, "Keyword research batch": fields of the project keyword record, not shown beyond five.',
    behaviour: 'The id is keyword_id, the term is also name.',
    operations: ['keywords.list'],
    changeResponse: inRecords(({ id, ...record }) => ({ keyword_id: id, ...record, name: record['keyword'] })),
  },
  {
    name: 'keyword-body',
    turnsOn: 'Document 1, "POST /projects/{project}/keywords": body: not shown.',
    behaviour: 'keywords, a list, is required.',
    operations: ['keywords.create'],
    changeRequest: takes('keywords', 'keyword', (value) => (Array.isArray(value) ? value[0] : value)),
  },
  {
    name: 'explorer-nested',
    turnsOn: 'Document 1, "Keyword explorer seed pull": the answer is not shown.',
    behaviour: '{results: {keywords: […], questions: []}}.',
    operations: ['keywords.explore'],
    changeResponse: inBody((body) =>
      isRecord(body) ? { results: { keywords: body['data'], questions: [] }, from_cache: body['cached'] } : body,
    ),
  },
  {
    name: 'import-counts',
    turnsOn: 'Document 1, "import/csv": the normal import response (its base fields: not shown).',
    behaviour: 'research_id as text, imported_count beside it.',
    operations: ['keywords.import_csv'],
    changeResponse: inRecords((record) => ({
      ...record,
      research_id: String(record['research_id']),
      imported_count: 1,
    })),
  },
  {
    name: 'article-sections',
    turnsOn: 'Document 1, "Article": full field list of the article record: not shown.',
    behaviour: 'body_html beside content while it is a draft; content is null in lists.',
    operations: ['articles.list'],
    changeResponse: inRecords((record) => ({ ...record, content: null, word_count: 0 })),
  },
  {
    name: 'article-states',
    turnsOn: 'Document 1, "Article": processing_status is ready when finished; other values are not shown.',
    behaviour: 'null before, generating meanwhile, error after a failure.',
    operations: ['articles.get', 'articles.list'],
    changeResponse: inRecords(
      valued({ processing_status: { none: null, queued: 'generating', processing: 'generating', failed: 'error' } }),
    ),
  },
  needsField('standalone-project', standalone, 'articles.generate_standalone', ['topic', 'keyword'], {
    beside: 'project_id',
  }),
  {
    name: 'standalone-article',
    turnsOn: 'Document 1, "POST /generate/article": no answer is shown.',
    behaviour: 'The article itself: {data: {id, …}}.',
    operations: ['articles.generate_standalone'],
    changeResponse: inRecords(({ article_id, ...rest }) => ({ data: { id: article_id, ...rest } })),
  },
  {
    name: 'links-unnamed',
    turnsOn: 'Document 1, "internal-links/analyze": 202 (a run_id is returned in one version).',
    behaviour: 'No run_id.',
    operations: ['internal_links.analyze'],
    changeResponse: inRecords(without('run_id')),
  },
  {
    name: 'links-per-article',
    turnsOn: 'Document 1, "internal-links/analyze": 5 (one version states 1 per article).',
    behaviour: 'Two credits, as with two articles.',
    operations: ['internal_links.analyze'],
    changeCharge: (credits) => (credits > 0 ? 2 : credits),
  },
  {
    name: 'storyline-outline',
    turnsOn: 'Document 1, "Storyline": fields seen; what structure[] holds is not shown.',
    behaviour: 'structure is a list of texts, and null while it is generated.',
    operations: ['storylines.get', 'storylines.list'],
    changeResponse: inRecords((record) => ({
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
    behaviour: 'date and topic are required.',
    operations: ['calendar.create'],
    changeRequest: (question) => {
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
    behaviour: 'From 0 to 1.',
    operations: ['ai_scanner.scan'],
    changeResponse: inRecords((record) => ({
      ...record,
      score: typeof record['score'] === 'number' ? record['score'] / 100 : null,
    })),
  },
  needsField('humanize-level-name', level, 'ai_scanner.humanize', ['humanize_level', 'level']),
  needsField('humanize-mode', level, 'ai_scanner.humanize', ['mode', 'level']),
  {
    name: 'humanizer-documents',
    turnsOn: 'Document 3, "POST /humanize": body: not shown; batch.',
    behaviour: 'documents, a list of {text}, is required.',
    operations: ['humanizer.humanize'],
    changeRequest: takes('documents', 'texts', (value) =>
      Array.isArray(value) ? value.map((one) => (isRecord(one) ? one['text'] : one)) : [value],
    ),
  },
  {
    name: 'humanizer-wrapped',
    turnsOn: 'Document 3, "POST /humanize": batch; the form is not shown.',
    behaviour: '{data: {batch: {id, …}}}.',
    operations: ['humanizer.humanize'],
    changeResponse: inRecords(({ batch_id, ...rest }) => ({ data: { batch: { id: batch_id, ...rest } } })),
  },
  needsField('optimizer-page', analyzed, 'content_optimizer.analyze', ['page_url', 'url'], {
    beside: 'target_keyword',
  }),
  {
    name: 'optimizer-results',
    turnsOn: 'Document 3, "/content-optimizer/{id}": the record is not shown.',
    behaviour: 'Everything but the id under result.',
    operations: ['content_optimizer.get'],
    changeResponse: inRecords(({ id, status, optimization_id, ...result }) => ({
      id,
      optimization_id,
      status,
      result,
    })),
  },
  {
    name: 'pipelines-by-stage',
    turnsOn: 'Document 3, "/pipelines/{id}": the record is not shown.',
    behaviour: 'The state of the whole follows from its stages: state instead of status.',
    operations: ['pipelines.get', 'pipelines.list'],
    changeResponse: inRecords(renamed({ status: 'state' })),
  },
  {
    name: 'bulk-counts',
    turnsOn: 'Document 3, "/bulk-generations/{id}": the record is not shown.',
    behaviour: 'state, and how many are done: no status.',
    operations: ['bulk_generations.get'],
    changeResponse: inRecords(({ status, completed, ...rest }) => ({ ...rest, state: status, done_count: completed })),
  },
];
