import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import type { JobView } from '../../../client/index.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { listAll } from '../shared/list-all.ts';
import { plain } from '../../../client/names/project-names.ts';
import { read, type Reader } from '../shared/task.ts';

/** The state of an article that is to be written. */
export type ArticleState =
  /** It has a text, so there is nothing to pay for. */
  | { readonly kind: 'written'; readonly id: number }
  /** A job is writing it. */
  | { readonly kind: 'writing'; readonly id: number; readonly job: JobView }
  /** It is being written, but this program has no job for it on record. */
  | { readonly kind: 'elsewhere'; readonly id: number }
  /** It waits to be written. */
  | { readonly kind: 'stub'; readonly id: number };

/**
 * Creates a stub with that title. Unless `another` is set, resolves with the article that all concurrent callers
 * choose: after the stub is created, the list is read again and the lowest id wins, since the client joins two starts
 * only if they name the same article. A superfluous stub costs nothing.
 */
export async function createArticle(
  reader: Reader,
  project: number,
  title: string,
  another: boolean,
): Promise<ArticleState> {
  const { data } = await read(reader, 'articles.create', { project, title, status: 'draft' });
  const stub = { kind: 'stub', id: idOf(data) } as const;
  return another ? stub : ((await findArticle(reader, project, title)) ?? stub);
}

/** Maximum pages of 100 articles that are read: an article that is not found would be paid for again. */
const maxPages = 30;

/**
 * The article of that title, or undefined. Creates nothing.
 * @throws VisibilityError `unreadable` if it is not among the articles that were read, and there are more.
 */
export async function findArticle(reader: Reader, project: number, title: string): Promise<ArticleState | undefined> {
  const { records, partial } = await listAll(reader, 'articles.list', { project }, maxPages);
  const articles = records
    .filter((article) => plain(article.title ?? '') === plain(title))
    .sort((a, b) => idOf(a) - idOf(b));
  if (articles.length === 0 && partial)
    throw createNotSentError(
      'unreadable',
      `None of the first ${records.length} articles of the project has this title, and there are more: whether it exists is unknown. Nothing was charged.`,
      'If it exists, read it: articles.get. If it does not, again: true writes it.',
    );
  if (articles.length === 0) return undefined;
  const jobs = (await reader.client.jobs({ operations: ['articles.generate'], limit: 200 })).filter(isAlive);
  for (const article of articles) {
    const job = jobs.find((one) => one.arguments['id'] === idOf(article));
    if (job) return { kind: 'writing', id: idOf(article), job };
  }
  for (const article of articles) if (await hasText(reader, article)) return { kind: 'written', id: idOf(article) };
  const busy = articles.find((article) => workingStatuses.has(article.processing_status ?? ''));
  if (busy) return { kind: 'elsewhere', id: idOf(busy) };
  return { kind: 'stub', id: idOf(articles[0] ?? {}) };
}

/** Whether an article has a text. An unwritten stub may be `ready`, and a list may leave the text out. */
async function hasText(reader: Reader, { id, content, processing_status }: Article): Promise<boolean> {
  if (content) return true;
  if (content !== undefined && processing_status !== 'ready') return false;
  return Boolean((await read(reader, 'articles.get', { id: Number(id) })).data.content);
}

type Article = Output<'articles.list'>[number];

/** States of an article that is being written. The contract names only `ready`; these are guesses. */
const workingStatuses = new Set(['queued', 'running', 'processing', 'generating']);

const idOf = ({ id }: Pick<Output<'articles.get'>, 'id'>): number => Number(id);
