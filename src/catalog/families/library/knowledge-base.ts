import * as z from 'zod';
import { id, integerId, number, text, url, count } from '../../vocabulary/fields.ts';
import { binary, list, paged, maybe } from '../../vocabulary/answer.ts';
import { del, family, fixed, get, post, likely } from '../../vocabulary/index.ts';
import { answer, input, type DeclaredJob, type Source } from '../../vocabulary/job.ts';

const document = {
  id,
  document_id: id,
  title: text,
  content: z.string().nullable(),
  type: text.nullable(),
  status: z.enum(['processing', 'ready']),
  source_type: text.nullable().describe('site_analysis for generated documents'),
  ...maybe({ project_id: integerId, source_url: url }),
};

/** Rules: docs/platform/library.md#site-analysis. */
const run = {
  status: z.enum(['pending', 'discovering', 'extracting', 'synthesizing', 'completed', 'partial', 'failed']),
  progress_percent: number,
  primary_language: text.nullable(),
  document_ids: z.array(id),
  ...maybe({
    id,
    analysis_id: id,
    project_id: integerId,
    url,
    max_pages: count,
    pages_found: count,
    pages_read: count,
  }),
};

const added = { document_id: id, status: text };

/** docs/platform/library.md#knowledge-base: a document is usable when the project's list says that it is ready. */
const embedding = (doing: string, project: Source) =>
  ({
    doing,
    watch: 'knowledge_base.list',
    with: { project },
    find: answer('document_id', 'id'),
    done: ['ready'],
    usually: 20,
  }) as const satisfies DeclaredJob;

/** Rules: docs/platform/library.md#knowledge-base. */
export const knowledgeBase = family(
  'knowledge_base',
  'What generated texts may draw on: documents of a project, search in them, analysis of a whole site',
  {
    words:
      'knowledge facts documents rag sources company material own documents facts company material background sources, price list that the writer looks up',
  },
  () => ({
    list: get('/projects/{project}/knowledge-base', {
      does: "List a project's knowledge documents and their status",
      asked:
        'which documents does the writer know, what have we uploaded as knowledge, background material held, knowledge sources and processing state',
      output: list(document),
      concise: 'id document_id title type status source_type',
    }),
    add_text: post('/projects/{project}/knowledge-base', {
      does: 'Add a text to the knowledge base',
      changes: 'Embedded platform: the same text is accepted again, and charged again.',
      asked:
        'create new document store raw content upload, teach it something, store our brochure product facts as text, feed background information, upload text, insert facts about products, add faq, here is what our company does, remember this, keep in mind, background about our products',
      input: { title: text, content: text, type: text.optional() },
      output: added,
      price: fixed(5),
      job: embedding('Adding the text to the knowledge base', input('project')),
    }),
    search: get('/projects/{project}/knowledge-base/search', {
      does: 'Search the passages of ready documents by meaning and words; costs a credit although it only reads',
      changes: 'Each call draws a credit.',
      asked:
        'find query semantic passages snippets, look something up in our own documents, what do our documents say about, ask the knowledge, rag retrieval, find passage, query own knowledge, does our documentation mention something',
      input: { q: text.describe('What to look for'), top_k: z.int().positive().optional().describe('Hits at most') },
      output: list({ id, document_id: id, snippet: text, score: number }),
      price: fixed(1),
    }),
    delete: del('/knowledge-base/{id}', {
      does: 'Delete a knowledge document with its passages',
      changes: 'Removes the passages as well. No operation brings it back.',
      asked: 'forget an outdated document, take it out of the knowledge, remove source from rag, drop knowledge',
    }),
    download: get('/knowledge-base/{id}/download', {
      does: 'Download the uploaded original of a document, or its extracted Markdown',
      asked: 'get the original document pdf back, markdown of a knowledge document, original upload, extracted text',
      output: binary('application/octet-stream'),
    }),
    add_url: post('/knowledge-base/url', {
      does: 'Add a page from the web to the knowledge base',
      changes: 'Embedded platform: the same page is accepted again, and charged again; an older document of it stays.',
      asked:
        'import link website crawl ingest, let it read a web page, learn from a link address, import web page as knowledge, ingest link, scrape a url into knowledge',
      example: { url: 'https://example.com/about', project_id: 1 },
      // The contract asks for an address and does not show the body; the project must come with it.
      input: {
        url: url.optional().describe('Page to read'),
        project_id: integerId.optional().describe('Project to add it to; needed to await it'),
      },
      likely: {
        url: likely(
          url,
          'the page to read; the row asks for a URL',
          'source_url website website_url page_url link urls',
        ),
        project_id: likely(integerId, 'the project; the address has none and every document has one'),
        title: likely(text, 'what it is called; add_text takes one'),
      },
      output: added,
      price: fixed(5),
      job: embedding('Adding the page to the knowledge base', input('project_id')),
    }),
    analyze_site: post('/projects/{project}/knowledge-base/site-analysis', {
      does: 'Crawl a site and distil it into up to 9 documents, in place of those of its last analysis',
      changes:
        'Replaces the documents of the last site analysis. Embedded platform: only those of the same host; a failed run leaves the old ones.',
      asked:
        'website import learn company, read our whole website and learn who we are, fill the knowledge base from our domain, extract company knowledge from homepage, crawl own site to build profile documents',
      remedies: { 409: 'knowledge_base.site_analyses' },
      input: { url, max_pages: z.int().min(20).max(80).default(40).describe('Pages to crawl at most') },
      output: { analysis_id: id, status: text, poll_url: text },
      price: fixed(25),
      job: {
        doing: 'Reading the site for the knowledge base',
        watch: 'knowledge_base.site_analysis',
        with: { id: answer('analysis_id') },
        done: ['completed', 'partial'],
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
      asked: 'history runs, earlier crawls of our website for knowledge, list crawl runs',
      output: paged(run),
    }),
    site_analysis: get('/knowledge-base/site-analysis/{id}', {
      does: 'Show how a site analysis stands',
      asked:
        'progress, how far is reading our website, is the crawl for the knowledge done, crawl run status and progress, documents created',
      output: run,
    }),
  }),
);
