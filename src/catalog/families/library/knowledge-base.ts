import * as z from 'zod';
import { id, number, text, url } from '../../fields.ts';
import {
  answer,
  binary,
  del,
  family,
  fixed,
  get,
  input,
  list,
  paged,
  post,
  type Job,
  type Source,
  likely,
  deleted,
} from '../../operation.ts';

const document = {
  id,
  document_id: id,
  title: text,
  content: z.string().nullable(),
  type: text.nullable(),
  status: z.enum(['processing', 'ready']),
  source_type: text.nullable().describe('site_analysis for generated documents'),
};

/** Document 1, "Knowledge-base site analysis run". */
const run = {
  status: z.enum(['pending', 'discovering', 'extracting', 'synthesizing', 'completed', 'partial', 'failed']),
  progress_percent: number,
  primary_language: text.nullable(),
  document_ids: z.array(id),
};

const added = { document_id: id, status: text };

/** Document 1, "States": a document is usable when it is ready, which only the project's list tells. */
const embedding = (doing: string, project: Source) =>
  ({
    doing,
    watch: 'knowledge_base.list',
    with: { project },
    find: answer('document_id', 'id'),
    state: 'status',
    done: ['ready'],
    failed: ['failed'],
    usually: 20,
  }) as const satisfies Job;

/** Document 1, "Knowledge base". */
export const knowledgeBase = family(
  'knowledge_base',
  'What generated texts may draw on: documents of a project, search in them, analysis of a whole site',
  { words: 'knowledge facts documents rag sources company material' },
  () => ({
    list: get('/projects/{project}/knowledge-base', {
      does: "List a project's knowledge documents and their status",
      output: list(document),
    }),
    add_text: post('/projects/{project}/knowledge-base', {
      does: 'Add a text to the knowledge base',
      changes: 'The same text is accepted again, and charged again.',
      words: 'create new document store raw content upload',
      input: { title: text, content: text, type: text.optional() },
      output: added,
      price: fixed(5),
      job: embedding('Adding the text to the knowledge base', input('project')),
    }),
    search: get('/projects/{project}/knowledge-base/search', {
      does: 'Search the passages of ready documents by meaning and words; costs a credit although it only reads',
      changes: 'Stores nothing. Each call draws a credit, the same question too.',
      words: 'find query semantic passages snippets',
      input: { q: text.describe('What to look for'), top_k: z.int().positive().optional().describe('Hits at most') },
      output: list({ id, document_id: id, snippet: text, score: number }),
      price: fixed(1),
    }),
    delete: del('/knowledge-base/{id}', {
      does: 'Delete a knowledge document with its passages',
      changes: 'Removes the passages as well. No operation brings it back.',
      words: 'remove',
      output: deleted,
    }),
    download: get('/knowledge-base/{id}/download', {
      does: 'Download the uploaded original of a document, or its extracted Markdown',
      words: 'export file',
      output: binary('application/octet-stream'),
    }),
    add_url: post('/knowledge-base/url', {
      does: 'Add a page from the web to the knowledge base',
      changes: 'The same page is accepted again, and charged again; an older document of it stays.',
      words: 'import link website crawl ingest',
      example: { url: 'https://example.com/about', project_id: 1 },
      // The contract asks for an address and does not show the body; the project must come with it.
      input: {
        url: url.optional().describe('Page to read'),
        project_id: id.optional().describe('Project to add it to; needed to await it'),
      },
      open: true,
      likely: {
        url: likely(url, 'the page to read; the row asks for a URL', [
          'source_url',
          'website',
          'website_url',
          'page_url',
          'link',
          'urls',
        ]),
        project_id: likely(id, 'the project; the address has none and every document has one'),
        title: likely(text, 'what it is called; add_text takes one'),
      },
      output: added,
      price: fixed(5),
      job: embedding('Adding the page to the knowledge base', input('project_id')),
    }),
    analyze_site: post('/projects/{project}/knowledge-base/site-analysis', {
      does: 'Crawl a site and distil it into up to 9 documents, in place of those of its last analysis',
      changes:
        "Replaces the documents of the project's last site analysis; hand-made documents stay. A failed run leaves the old ones.",
      words: 'website import learn company',
      remedies: { 409: 'knowledge_base.site_analyses' },
      input: { url, max_pages: z.int().min(20).max(80).default(40).describe('Pages to crawl at most') },
      output: { analysis_id: id, status: text, poll_url: text },
      price: fixed(25),
      job: {
        doing: 'Reading the site for the knowledge base',
        watch: 'knowledge_base.site_analysis',
        with: { id: answer('analysis_id') },
        state: 'status',
        done: ['completed', 'partial'],
        failed: ['failed'],
        usually: 180,
        progress: 'progress_percent',
      },
      refuses: {
        409: 'while an analysis of that host runs',
        422: 'for an address that must not be fetched, such as a private one',
      },
    }),
    site_analyses: get('/projects/{project}/knowledge-base/site-analysis', {
      does: "List a project's site analyses",
      words: 'history runs',
      output: paged({ id, ...run }),
    }),
    site_analysis: get('/knowledge-base/site-analysis/{id}', {
      does: 'Show how a site analysis stands',
      words: 'progress',
      output: run,
    }),
  }),
);
