import { implement } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, planFor, shouldFail } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { writeArticle } from '../../invention/writing/write-article.ts';
import { capital } from '../../invention/writing/label.ts';
import { slices } from '../../engine/http/reply.ts';
import type { World } from '../../engine/world.ts';
import { metaDescription } from '../../invention/writing/headline.ts';
import { articles, draft } from './articles.ts';
import { projects, writingLanguage } from './projects.ts';

interface Item {
  keyword: string;
  status: 'queued' | 'completed' | 'failed';
  article_id: number | null;
}

interface Generation {
  project_id: number;
  type: string | null;
  length: number | string | null;
  status: 'queued' | 'processing' | 'completed' | 'failed';
  items: Item[];
}

const generations = kind<Generation>('bulk_generation');

const count = (items: readonly Item[], status: Item['status']) => items.filter((item) => item.status === status).length;

const summary = ({ id, createdAt, body: { items, ...body } }: Row<Generation>) => ({
  id,
  ...body,
  total: items.length,
  completed: count(items, 'completed'),
  failed: count(items, 'failed'),
  created_at: iso(createdAt),
});

const show = (row: Row<Generation>) => ({ ...summary(row), items: row.body.items });

/** Articles written at the same time, so that no generation takes longer than twenty rounds. */
const together = (keywords: number): number => Math.max(2, Math.ceil(keywords / 20));

/** It fails only if it made no article. */
const writePlan = planFor('bulk_generations.write', generations, ({ body: { items } }) => {
  const size = together(items.length);
  return Array.from({ length: Math.ceil(items.length / size) }, (_, round) =>
    after<Generation>(40, (row, { world, at }) => {
      const { body } = row;
      body.status = 'processing';
      for (const item of body.items.slice(round * size, (round + 1) * size)) write(world, row, item, at);
      if (count(body.items, 'queued') > 0) return;
      body.status = count(body.items, 'completed') > 0 ? 'completed' : 'failed';
      if (body.status === 'failed') return 'failed';
    }),
  );
});

/** Rules: docs/platform/content.md#bulk-generation. */
export const bulkGenerationFamily = implement('bulk_generations', {
  operations: {
    list: ({ store, caller }) => slices(store.all(generations, { team: caller.team }), summary),
    create: (call) => {
      const { input } = call;
      const project = call.own(projects, input.project_id);
      const row = call.add(
        generations,
        newGeneration(project.id, input.keywords, input.type ?? null, input.length ?? null),
      );
      call.start(writePlan, row.id);
      return show(row);
    },
    get: (call) => show(call.own(generations, call.input.id)),
  },

  seed: ({ add }) => {
    const body = newGeneration(1, ['packing a camping box', 'stove care'], null, null);
    const items = body.items.map((item, n): Item => ({ ...item, status: 'completed', article_id: n + 1 }));
    add(generations, { ...body, status: 'completed', items }, { team: 1 });
  },
});

const newGeneration = (
  project_id: number,
  keywords: readonly string[],
  type: string | null,
  length: Generation['length'],
): Generation => ({
  project_id,
  type,
  length,
  status: 'queued',
  items: keywords.map((keyword) => ({ keyword, status: 'queued', article_id: null })),
});

function write({ store, add, invent }: World, { team, body }: Row<Generation>, item: Item, at: number): void {
  item.status = shouldFail(item.keyword) ? 'failed' : 'completed';
  if (item.status === 'failed') return;
  const words = typeof body.length === 'number' ? Math.min(2000, body.length) : 300;
  const language = writingLanguage({ store }, body.project_id);
  const content = writeArticle(invent('bulk', item.keyword), { topic: item.keyword, words, language });
  const article = draft({
    title: capital(item.keyword),
    language,
    content,
    meta_description: metaDescription(item.keyword, language),
    processing_status: 'ready',
  });
  item.article_id = add(articles, article, { team, parent: body.project_id, at }).id;
}
