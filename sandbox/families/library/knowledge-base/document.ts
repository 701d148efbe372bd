import type { Stored } from '../../../engine/implement.ts';
import { kind, type Row } from '../../../engine/documents.ts';
import { after, plan } from '../../../engine/plan.ts';
import { writingLanguage } from '../../content/projects.ts';
import { writeArticle } from '../../../invention/writing/write-article.ts';

/** Rules: docs/platform/library.md#knowledge-base. */
export type KnowledgeDocument = Stored<'knowledge_base.list', 'document_id'>;

export const documents = kind<KnowledgeDocument>('knowledge_document');

export const showDocument = ({ id, parent, body }: Row<KnowledgeDocument>) => ({
  id,
  document_id: id,
  project_id: parent,
  ...body,
});

/** The paragraphs of a document, which a search finds. */
export const passages = ({ id, body }: Row<KnowledgeDocument>) =>
  (body.content ?? '')
    .split(/\n{2,}/)
    .filter((text) => text.trim() !== '' && !text.startsWith('#'))
    .map((text, n) => ({ id: Number(id) * 1000 + n + 1, document_id: id, text }));

/** Chunks and embeds a document; reads the page first, if it comes from one. */
export const embedPlan = plan(
  'knowledge_base.embed',
  documents,
  after(20, ({ id, parent, body }, { world }) => {
    const commission = { topic: body.title, words: 200, language: writingLanguage(world, parent) };
    body.content ??= writeArticle(world.invent('page', id, body.title), commission);
    body.status = 'ready';
  }),
);
