import type { Call } from '../../engine/handler-call.ts';
import { implement, type CallOf } from '../../engine/implement.ts';
import type { Invent } from '../../invention/invention.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, notFound, refuse } from '../../engine/http/refusal.ts';
import type { World } from '../../engine/world.ts';
import { articles } from './articles.ts';

interface Batch {
  status: 'queued' | 'processing' | 'completed' | 'failed';
  completed_at: string | null;
}

interface Document {
  status: Batch['status'];
  original: string;
  text: string | null;
  rewrites: number;
  score_before: number;
  score_after: number | null;
}

const batches = kind<Batch>('humanize_batch');
const documents = kind<Document>('humanize_document');

const show = ({ id, parent, body }: Row<Document>) => ({ id, batch_id: parent, ...body });

const partsOf = ({ store }: World, { id }: Row<Batch>): Row<Document>[] =>
  store.all(documents, { parent: id }).toReversed();

const batchPlan = plan('humanizer.batch', batches, after(5, 'processing'), after(55, rewriteAll));

const documentPlan = plan(
  'humanizer.document',
  documents,
  after(40, ({ body }, { world }) => rewrite(body, world.invent)),
);

/** Rules: docs/platform/content.md#humanizer. */
export const humanizerFamily = implement('humanizer', {
  operations: {
    humanize: (call) => {
      const texts = textsIn(call);
      const { id } = addBatch(call, call.caller.team, texts);
      call.start(batchPlan, id);
      return { batch_id: id, status: 'queued', documents_count: texts.length };
    },
    batch: (call) => {
      const row = call.own(batches, call.input.batch);
      return {
        batch_id: row.id,
        ...row.body,
        documents: partsOf(call, row).map(({ id, body: { status, score_after } }) => ({ id, status, score_after })),
      };
    },
    document: (call) => show(documentOf(call)),
    rehumanize: (call) => {
      const row = finished(call);
      row.body.status = 'processing';
      call.start(documentPlan, row.id);
      return { document_id: row.id, batch_id: row.parent, status: 'queued' };
    },
    rescore: (call) => {
      const row = finished(call);
      row.body.score_after = scoreOf(call.invent, row.body.text ?? row.body.original);
      return show(row);
    },
  },

  seed: (world) => {
    const row = addBatch(world, 1, ['A box is a box, said the box.']);
    for (const part of partsOf(world, row)) {
      rewrite(part.body, world.invent);
    }
    Object.assign(row.body, { status: 'completed', completed_at: iso(world.now()) });
  },
});

/** The body is not documented: the texts in the likely fields, otherwise those of the named articles, otherwise any text in it. */
function textsIn(call: Call): string[] {
  const { openBody } = call;
  const sentTexts = textsOf([openBody['text'], openBody['content'], openBody['texts'], openBody['documents']]);
  const chosenTexts = [sentTexts, articleTexts(call), textsOf(Object.values(openBody))].find(
    (texts) => texts.length > 0,
  );
  if (!chosenTexts) throw invalid({ text: ['The text field is required.'] });
  return chosenTexts;
}

/** A single text, a list of texts, or texts of documents. */
const textsOf = (values: readonly unknown[]): string[] =>
  values.flat().flatMap((one) => {
    const text: unknown =
      typeof one === 'object' && one !== null ? (Reflect.get(one, 'text') ?? Reflect.get(one, 'content')) : one;
    return typeof text === 'string' && text.trim() !== '' ? text : [];
  });

const articleTexts = ({ openBody, own }: Call): string[] =>
  [openBody['article_id'], openBody['article_ids']]
    .flat()
    .flatMap((id) => (typeof id === 'number' ? (own(articles, id).body.content ?? []) : []));

function addBatch({ add, invent }: World, team: number, texts: readonly string[]): Row<Batch> {
  const row = add(batches, { status: 'queued', completed_at: null }, { team });
  for (const original of texts) {
    const body: Document = {
      status: 'queued',
      original,
      text: null,
      rewrites: 0,
      score_before: scoreOf(invent, original),
      score_after: null,
    };
    add(documents, body, { team, parent: row.id });
  }
  return row;
}

function documentOf(call: CallOf<'humanizer.document'>): Row<Document> {
  const batch = call.own(batches, call.input.batch);
  const row = call.own(documents, call.input.document);
  if (row.parent !== batch.id) throw notFound('humanize document');
  return row;
}

function finished(call: CallOf<'humanizer.document'>): Row<Document> {
  const row = documentOf(call);
  if (row.body.status === 'queued' || row.body.status === 'processing')
    throw refuse(409, 'The document is still being rewritten.');
  return row;
}

const scoreOf = (invent: Invent, text: string): number => invent('ai scan', text).whole(2, 98);

function rewrite(body: Document, invent: Invent): 'failed' | void {
  body.status = shouldFail(body.original) ? 'failed' : 'completed';
  if (body.status === 'failed') return 'failed';
  body.rewrites += 1;
  body.text = `${body.original} (in other words, ${body.rewrites})`;
  body.score_after = Math.min(body.score_before, scoreOf(invent, body.text));
}

/** A batch has failed only if none of its texts was rewritten. */
function rewriteAll(row: Row<Batch>, { world, at }: Running): 'failed' | void {
  const outcomes = partsOf(world, row).map(({ body }) => rewrite(body, world.invent));
  row.body.completed_at = iso(at);
  row.body.status = outcomes.every((outcome) => outcome === 'failed') ? 'failed' : 'completed';
  if (row.body.status === 'failed') return 'failed';
}
