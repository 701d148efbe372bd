import type { Call } from '../../engine/handler-call.ts';
import { detectLanguage } from '../../invention/detect-language.ts';
import { firstText, numberIn } from '../shared/open-body.ts';
import { slug } from '../shared/slug.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { change, kind, type Id, type Row } from '../../engine/documents.ts';
import { after, failed, planFor, shouldFail } from '../../engine/plan.ts';
import type { Invent } from '../../invention/invention.ts';
import { capital } from '../../invention/writing/label.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { headline, metaDescription } from '../../invention/writing/headline.ts';
import { countWords, writeArticle } from '../../invention/writing/write-article.ts';
import { projectOf, projects, writingLanguage } from './projects.ts';

export type Article = Stored<'articles.get'> & {
  /** Milliseconds since the Unix epoch at which a job last wrote its text; absent: no job has written it. */
  written_at?: number | undefined;
};

export const articles = kind<Article>('article');

interface ArticleWriting {
  /** Platform seconds. */
  readonly lasts: number;
  readonly fails: boolean;
  readonly topic?: string | undefined;
  readonly words?: number | undefined;
  readonly structure?: readonly unknown[] | undefined;
}

export const draft = (fields: { [K in keyof Article]?: Article[K] | undefined } & { title: string }): Article => ({
  title: fields.title,
  slug: fields.slug ?? slug(fields.title),
  meta_description: fields.meta_description ?? null,
  content: fields.content ?? null,
  status: fields.status ?? 'draft',
  processing_status: fields.processing_status ?? null,
  storyline_id: fields.storyline_id ?? null,
  language: fields.language ?? null,
});

/** An article for the sample data, with a text. */
export const sampleArticle = (invent: Invent, topic: string): Article =>
  draft({
    title: capital(topic),
    content: writeArticle(invent('article', topic), { topic, words: 180 }),
    language: 'en',
    meta_description: metaDescription(topic, 'en'),
    processing_status: 'ready',
  });

const show = ({ id, parent, body: { written_at: _, ...body } }: Row<Article>) => ({ id, project_id: parent, ...body });

/** Default words of a text, and the maximum. */
const defaultWords = 400;
const maxWords = 5000;

/** Writes an article's text; without a topic, revises the existing text. */
export const articlePlan = planFor('articles.write', articles, (_, order: ArticleWriting) => [
  after(order.lasts, (row, { world, at }) => {
    const { id, body } = row;
    if (order.fails) return failed(row, { processing_status: 'failed' });
    const { topic = body.title, structure = [] } = order;
    const usual = body.content === null ? defaultWords : countWords(body.content);
    const words = Math.min(maxWords, order.words ?? usual);
    const language = body.language ?? writingLanguage(world, row.parent);
    const commission = { topic, words, language, title: body.title, structure };
    change(row, {
      language,
      content: writeArticle(world.invent('article', id, topic), commission),
      meta_description: metaDescription(topic, language),
      processing_status: 'ready',
      written_at: at,
    });
  }),
]);

/**
 * Rules: docs/platform/content.md#articles. A second start during the first is charged again: the contract leaves the check
 * to the caller.
 */
export const articleFamily = implement('articles', {
  resources: { articles },
  operations: {
    list: (call) => slices(call.store.all(articles, { parent: projectOf(call).id }), show),
    create: (call) => {
      const { id: parent, body } = projectOf(call);
      const { input } = call;
      const content = input.content ?? null;
      return show(
        call.add(
          articles,
          draft({
            title: input.title,
            content,
            language: body.language,
            processing_status: content === null ? null : 'ready',
            slug: input.slug,
            status: input.status,
          }),
          { parent },
        ),
      );
    },
    get: (call) => show(call.own(articles, call.input.id)),
    generate: (call) =>
      begin(call, 90, {
        topic: call.input.keyword,
        words: call.input.target_length,
        fails: shouldFail(call.input.keyword),
      }),
    optimize: (call) => begin(call, 60, { fails: shouldFail(call.openBody) }),
    repurpose: (call) => begin(call, 60, { fails: shouldFail(call.openBody) }),
    generate_standalone: (call) => {
      const topic = firstText(call.openBody, 'keyword', 'title', 'topic', 'prompt', 'subject', 'query', 'text');
      if (topic === undefined) throw invalid({ keyword: ['The keyword field must be a text.'] });
      const project = numberIn(call.openBody, 'project_id');
      const parent = project === undefined ? undefined : call.own(projects, project).id;
      const language =
        firstText(call.openBody, 'language') ??
        (parent === undefined ? undefined : call.store.get(projects, parent)?.body.language) ??
        detectLanguage(topic);
      const stub = draft({ title: headline(call.invent, topic, language), language, processing_status: 'processing' });
      const { id } = call.add(articles, stub, parent === undefined ? {} : { parent });
      call.start(articlePlan, id, {
        lasts: 90,
        topic,
        words: numberIn(call.openBody, 'target_length'),
        fails: shouldFail(call.openBody),
      });
      return { article_id: id, status: 'processing' };
    },
  },

  seed: ({ add, invent }) => {
    for (const [parent, topic] of [
      [1, 'packing a camping box'],
      [1, 'stove care'],
      [2, 'moss between stones'],
    ] as const)
      add(articles, sampleArticle(invent, topic), { team: 1, parent });
    add(articles, draft({ title: 'Dumplings by the river' }), { team: 2, parent: 3 });
  },
});

function begin(call: Call<{ readonly id: Id }>, lasts: number, input: Omit<ArticleWriting, 'lasts'>) {
  const row = call.own(articles, call.input.id);
  row.body.processing_status = 'processing';
  call.start(articlePlan, row.id, { lasts, ...input });
  return { article_id: row.id, status: 'queued', processing_status: 'processing' };
}
