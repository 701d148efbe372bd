import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../client/platform.ts';
import type { JobView } from '../../../client/calls/reply.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { listAll } from '../shared/list-all.ts';
import { plain } from '../../../client/names/project-names.ts';
import { read, type Reader } from '../shared/task.ts';

/** The state of an article that is to be written. */
export type ArticleState =
  /** It exists and has a text: nothing to pay for. */
  | { readonly kind: 'written'; readonly id: number }
  /** A job is writing it. */
  | { readonly kind: 'writing'; readonly id: number; readonly job: JobView }
  /** It is being written, and no job of this program is on record. */
  | { readonly kind: 'elsewhere'; readonly id: number }
  /** It waits to be written. */
  | { readonly kind: 'stub'; readonly id: number };

interface ArticleRequest {
  readonly project: number;
  readonly title: string;
  /** Another one, although there is one of this title. */
  readonly again: boolean;
}

/**
 * The one article of a title in a project, its stub created where there is none. The client joins two
 * starts only if they name the same article, so all callers must arrive at the same id: calls of this
 * process share the search, and after creating a stub the list is read again and the lowest id wins, which
 * two processes at the same moment agree on. A stub too many costs nothing and is used the next time.
 */
export function findOrCreateArticle(reader: Reader, request: ArticleRequest): Promise<ArticleState> {
  const { client } = reader;
  if (request.again) return create(reader, request);
  const shared = searches.get(client) ?? new Map<string, Promise<ArticleState>>();
  searches.set(client, shared);
  const key = `${request.project}\n${plain(request.title)}`;
  // Without the signal: cancelling one call must not end the search that another call shares.
  const search = shared.get(key) ?? searchOrCreate({ client, context: {} }, request).finally(() => shared.delete(key));
  shared.set(key, search);
  return search;
}

/** Searches under way, by project and title. */
const searches = new WeakMap<Platform, Map<string, Promise<ArticleState>>>();

async function searchOrCreate(reader: Reader, request: ArticleRequest): Promise<ArticleState> {
  const existing = await findArticle(reader, request);
  if (existing) return existing;
  const stub = await create(reader, request);
  return (await findArticle(reader, request)) ?? stub;
}

/** Pages of 100 articles that are read: one that is not found would be paid for again. */
const maxPages = 30;

/**
 * The article of that title, or undefined. Creates nothing.
 * @throws VisibilityError `unreadable` where it is not among the articles that are read, and there are more.
 */
export async function findArticle(
  reader: Reader,
  { project, title }: Pick<ArticleRequest, 'project' | 'title'>,
): Promise<ArticleState | undefined> {
  const { client } = reader;
  const { records, partial } = await listAll({ client, context: {} }, 'articles.list', { project }, maxPages);
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
  const jobs = (await client.jobs({ operations: ['articles.generate'], limit: 200 })).filter(isAlive);
  for (const article of articles) {
    const job = jobs.find((one) => one.arguments['id'] === idOf(article));
    if (job) return { kind: 'writing', id: idOf(article), job };
  }
  for (const article of articles) if (await hasText(reader, article)) return { kind: 'written', id: idOf(article) };
  const busy = articles.find((article) => workingStatuses.has(article.processing_status ?? ''));
  if (busy) return { kind: 'elsewhere', id: idOf(busy) };
  return { kind: 'stub', id: idOf(articles[0] ?? {}) };
}

/** Whether an article has a text. Its text tells, not its state: nothing says that a stub on which no work runs is not `ready`. A list may leave the text out. */
async function hasText({ client }: Reader, { id, content, processing_status }: Article): Promise<boolean> {
  if (content) return true;
  if (content !== undefined && processing_status !== 'ready') return false;
  const { data } = await read({ client, context: {} }, 'articles.get', { id: Number(id) });
  return Boolean(data.content);
}

type Article = Output<'articles.list'>[number];

/** The contract names only `ready`; these are words for work under way. */
const workingStatuses = new Set(['queued', 'running', 'processing', 'generating']);

async function create(reader: Reader, { project, title }: ArticleRequest): Promise<ArticleState> {
  const { data } = await read(reader, 'articles.create', { project, title, status: 'draft' });
  return { kind: 'stub', id: idOf(data) };
}

const idOf = ({ id }: Pick<Output<'articles.get'>, 'id'>): number => Number(id);
