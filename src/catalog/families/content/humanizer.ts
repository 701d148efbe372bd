import * as z from 'zod';
import { key, text, id, count, number } from '../../fields.ts';
import { answer, family, fixed, get, input, post, likely, assumed } from '../../operation.ts';

const over = { state: 'status', done: ['completed', 'ready', 'finished'], failed: ['failed'] } as const;

/** Document 3, "AI scanner, humanizer, content optimizer". */
export const humanizer = family(
  'humanizer',
  'Rewrites texts in batches so that they read as written by people',
  { words: 'humanise rephrase undetectable natural ai text' },
  () => ({
    humanize: post('/humanize', {
      does: 'Rewrite texts so that they read as written by people; they go into body',
      changes: 'Makes a new batch each time; the originals stay.',
      words: 'make human start batch',
      output: assumed({ batch_id: id, status: text, documents_count: count }),
      example: { text: 'Trail running shoes need grip before anything else.' },
      open: true,
      likely: {
        text: likely(text, 'the text to rewrite', ['content']),
        texts: likely(z.array(text), 'several at once; the answer is a batch of documents', ['documents']),
        article_ids: likely(z.array(id), 'articles to rewrite', ['article_id']),
        level: likely(text, 'light, standard or deep, as in ai_scanner.humanize'),
        language: likely(text, 'de, en, es or fr, as in ai_scanner.detect'),
      },
      price: fixed(8),
      job: {
        doing: 'Rewriting the texts',
        watch: 'humanizer.batch',
        with: { batch: answer('batch_id', 'id', 'batch.id', 'batch') },
        ...over,
        usually: 90,
      },
    }),
    batch: get('/humanize/{batch}', {
      does: 'Show a batch of rewritten texts',
      words: 'status progress result',
      input: { batch: key },
      output: { status: text },
    }),
    document: get('/humanize/{batch}/documents/{document}', {
      does: 'Show one text of a batch with its rewriting',
      words: 'status result',
      input: { batch: key, document: key },
      output: { status: text },
    }),
    rehumanize: post('/humanize/{batch}/documents/{document}/rehumanize', {
      does: 'Rewrite one text of a batch once more',
      changes: "Replaces the document's rewriting. The original stays.",
      words: 'again retry',
      remedies: { 409: 'humanizer.document' },
      output: assumed({ document_id: id, batch_id: id, status: text }),
      input: { batch: key, document: key },
      price: fixed(8),
      job: {
        doing: 'Rewriting the text',
        watch: 'humanizer.document',
        with: { batch: input('batch'), document: input('document') },
        ...over,
        changes: [],
        usually: 60,
      },
    }),
    rescore: get('/humanize/{batch}/documents/{document}/rescore', {
      does: 'Score a text again after it was edited by hand',
      words: 'recheck detection',
      output: assumed({
        id,
        batch_id: id,
        status: text,
        original: text,
        text: text,
        rewrites: number,
        score_before: number,
        score_after: number,
      }),
      input: { batch: key, document: key },
    }),
  }),
);
