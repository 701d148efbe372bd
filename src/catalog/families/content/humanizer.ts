import * as z from 'zod';
import { count, number, text, timestamp } from '../../vocabulary/fields.ts';
import { answer, input } from '../../vocabulary/job.ts';
import { assumed, family, fixed, get, id, integerId, key, likely, maybe, post } from '../../vocabulary/index.ts';

const document = maybe({
  id,
  batch_id: id,
  status: text,
  original: text,
  text,
  rewrites: number,
  score_before: number,
  score_after: number,
});

/** Rules: docs/platform/content.md#humanizer. */
export const humanizer = family(
  'humanizer',
  'Rewrites texts in batches so that they read as written by people',
  { words: 'humanise rephrase undetectable natural ai text make texts sound human natural' },
  () => ({
    humanize: post('/humanize', {
      does: 'Rewrite texts so that they read as written by people; they go into body',
      changes: 'Embedded platform: a new batch each time; the originals stay.',
      asked:
        'make human start batch, make this text sound human natural less like chatgpt, rewrite so nobody notices ai, humanize pasted texts, batch of documents, rewrite ai text naturally',
      output: assumed({ batch_id: id, status: text, documents_count: count }),
      example: { text: 'Trail running shoes need grip before anything else.' },
      likely: {
        text: likely(text, 'the text to rewrite', 'content'),
        texts: likely(z.array(text), 'several at once; the answer is a batch of documents', 'documents'),
        article_ids: likely(z.array(integerId), 'articles to rewrite', 'article_id'),
        level: likely(text, 'light, standard or deep, as in ai_scanner.humanize'),
        language: likely(text, 'de, en, es or fr, as in ai_scanner.detect'),
      },
      price: fixed(8),
      job: {
        doing: 'Rewriting the texts',
        watch: 'humanizer.batch',
        with: { batch: answer('batch_id', 'id', 'batch.id', 'batch') },
        usually: 90,
      },
    }),
    batch: get('/humanize/{batch}', {
      does: 'Show a batch of rewritten texts',
      asked:
        'are the rewritten texts ready, how far is humanizing, how many texts are humanized already, batch progress',
      input: { batch: key },
      output: {
        status: text,
        ...maybe({
          batch_id: id,
          documents: z.array(z.looseObject(document)),
          completed_at: timestamp,
        }),
      },
    }),
    document: get('/humanize/{batch}/documents/{document}', {
      idFrom: { batch: 'humanizer.humanize', document: 'humanizer.batch' },
      does: 'Show one text of a batch with its rewriting',
      asked: 'status result, read one rewritten text, before and after, one humanized document',
      input: { batch: key, document: key },
      output: { ...document, status: text },
    }),
    rehumanize: post('/humanize/{batch}/documents/{document}/rehumanize', {
      idFrom: { batch: 'humanizer.humanize', document: 'humanizer.batch' },
      does: 'Rewrite one text of a batch once more',
      changes: "Embedded platform: replaces the document's rewriting; the original stays.",
      asked: 'the rewritten text still sounds like a robot, try once more, humanize a document again, second pass',
      remedies: { 409: 'humanizer.document' },
      output: assumed({ document_id: id, batch_id: id, status: text }),
      input: { batch: key, document: key },
      price: fixed(8),
      job: {
        doing: 'Rewriting the text',
        watch: 'humanizer.document',
        with: { batch: input('batch'), document: input('document') },
        changes: [],
        usually: 60,
      },
    }),
    rescore: get('/humanize/{batch}/documents/{document}/rescore', {
      idFrom: { batch: 'humanizer.humanize', document: 'humanizer.batch' },
      does: 'Score a text again after it was edited by hand',
      asked:
        'recheck detection, I changed the text by hand, how human is it now, measure score again, recheck ai score after manual edit, rescore document, score the document again',
      output: { kind: 'flat', shape: document, assumed: true },
      input: { batch: key, document: key },
    }),
  }),
);
