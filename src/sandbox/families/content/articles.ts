import type { Call } from '../../engine/call.ts';
import { detectLanguage } from '../../invention/detect-language.ts';
import { firstText, numberIn } from '../shared/open-body.ts';
import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { planWithInput, shouldFail, type InputOf, type Plan } from '../../engine/plan.ts';
import { prose, title } from '../../invention/prose.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import { headline, metaDescription } from '../../invention/writing/headline.ts';
import { countWords, writeArticle } from '../../invention/writing/write-article.ts';
import { projectOf, projects } from './projects.ts';

export interface Article {
  title: string;
  slug: string | null;
  /** At most 160 characters; null until there is a text. */
  meta_description: string | null;
  content: string | null;
  status: string;
  processing_status: 'processing' | 'ready' | 'failed' | null;
  storyline_id: number | null;
  language: string | null;
}

export const articles = kind<Article>('article');

interface ArticleWriting {
  /** Platform seconds. */
  readonly lasts: number;
  readonly fails: boolean;
  readonly topic?: string | undefined;
  readonly words?: number | undefined;
  readonly structure?: readonly unknown[] | undefined;
}

export const articleWriting = planWithInput<ArticleWriting>('articles.write');

export const draft = (fields: Partial<Article> & { title: string }): Article => ({
  slug: slugOf(fields.title),
  meta_description: null,
  content: null,
  status: 'draft',
  processing_status: null,
  storyline_id: null,
  language: null,
  ...fields,
});

const show = ({ id, parent, body }: Row<Article>) => ({ id, project_id: parent, ...body });

/** Document 1, "Articles under a project". A second start while one runs is charged again: the contract leaves the check to its caller. */
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
            ...(input.slug !== undefined ? { slug: input.slug } : {}),
            ...(input.status !== undefined ? { status: input.status } : {}),
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
      call.start(articleWriting, id, {
        lasts: 90,
        topic,
        words: numberIn(call.openBody, 'target_length'),
        fails: shouldFail(call.openBody),
      });
      return { article_id: id, status: 'processing' };
    },
  },

  plans: { write: writing() },

  seed: ({ store, invent, now }) => {
    for (const [parent, topic] of [
      [1, 'packing a camping box'],
      [1, 'stove care'],
      [2, 'moss between stones'],
    ] as const) {
      const content = prose(invent('article', topic), topic, 180);
      store.add(articles, {
        team: 1,
        parent,
        at: now(),
        body: draft({
          title: title(topic),
          content,
          language: 'en',
          meta_description: metaDescription(invent, topic, 'en'),
          processing_status: 'ready',
        }),
      });
    }
    store.add(articles, { team: 2, parent: 3, at: now(), body: draft({ title: 'Dumplings by the river' }) });
  },
});

function begin(
  call: Call<{ readonly id: number }>,
  lasts: number,
  input: Omit<InputOf<typeof articleWriting>, 'lasts'>,
) {
  const row = call.own(articles, call.input.id);
  row.body.processing_status = 'processing';
  call.store.save(row);
  call.start(articleWriting, row.id, { lasts, ...input });
  return { article_id: row.id, status: 'queued', processing_status: 'processing' };
}

/** Writes an article's text; without a topic, works over what is there. */
function writing(): Plan<Article, number, InputOf<typeof articleWriting>> {
  return {
    of: articles,
    steps: (_, { lasts, fails, topic: given, words: wanted, structure = [] }) => [
      {
        after: lasts,
        run: ({ id, body }, { world }) => {
          if (fails) {
            body.processing_status = 'failed';
            return 'failed';
          }
          const topic = given ?? body.title;
          const words = Math.min(maxWords, wanted ?? (body.content === null ? defaultWords : countWords(body.content)));
          body.content = writeArticle(world.invent('article', id, topic), {
            topic,
            words,
            language: body.language,
            title: body.title,
            structure,
          });
          body.meta_description = metaDescription(world.invent, topic, body.language);
          body.processing_status = 'ready';
        },
      },
    ],
  };
}

/** Words of a text for which no length was asked, and the most that are written. */
const defaultWords = 400;
const maxWords = 5000;

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
