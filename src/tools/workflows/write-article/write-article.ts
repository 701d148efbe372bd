import type { Id } from '../../../catalog/id-text.ts';
import { isAlive } from '../../../job-states.ts';
import { operation } from '../../../catalog/index.ts';
import type { Output } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Credits, JobView } from '../../../client/call/reply.ts';
import type { Waiting } from '../../calling/waiting.ts';
import { project as projected } from '../../projection/project.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { plainSuccess, projectionResult, success } from '../../results/result.ts';
import { plain } from '../../../platform/project-names.ts';
import { callOperation } from '../../calling/run-operation.ts';
import type { ToolContext, ToolResult } from '../../tool.ts';
import { consentFirst } from '../shared/consent-first.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { read } from '../shared/read.ts';
import { resolveProject } from '../shared/resolve-project.ts';
import { findArticle, findOrCreateArticle, type ArticleState } from './find-or-create-article.ts';
import { resultMetadata, startOrJoin } from '../shared/start-or-join.ts';

type Article = Output<'articles.get'>;

/** A request for an article. */
export interface ArticleOrder {
  /** Name, domain or id. */
  readonly project?: string | undefined;
  readonly keyword?: string | undefined;
  readonly title?: string | undefined;
  /** Words. */
  readonly target_length?: number | undefined;
  readonly storyline?: string | undefined;
  readonly again?: boolean | undefined;
}

/** Writes the article, finds it, or joins the job that is writing it; resolves with its text or the job's handle. */
export async function writeArticle(
  client: Platform,
  order: ArticleOrder,
  waiting: Waiting,
  context: ToolContext,
): Promise<ToolResult> {
  const { keyword, storyline } = order;
  if (storyline !== undefined) return fromStoryline(client, storyline, waiting, context);
  if (keyword === undefined)
    throw createNotSentError(
      'invalid_arguments',
      'write_article: keyword is required without storyline',
      'Ask what the article shall be about and found for, then call write_article with that keyword.',
    );
  return fromKeyword(client, keyword, order, waiting, context);
}

async function fromKeyword(
  client: Platform,
  keyword: string,
  order: ArticleOrder,
  waiting: Waiting,
  context: ToolContext,
): Promise<ToolResult> {
  const { title = keyword, target_length = usualLength, again = false } = order;
  const project = await resolveProject(client, order.project, context);
  const request = { project, title, again };
  const asked = { keyword: order.keyword, target_length: order.target_length };
  const existingArticle = again ? undefined : await findArticle(client, request);
  if (existingArticle && existingArticle.kind !== 'stub')
    return useExisting(client, existingArticle, waiting, asked, context);
  const text = { keyword, article_type: 'blog', target_length } as const;
  // Priced before there is an article: the price does not depend on which one it is.
  const agreed = await consentFirst(client, 'articles.generate', { id: existingArticle?.id ?? 1, ...text }, context);
  const state = await findOrCreateArticle(client, request, context);
  if (state.kind !== 'stub') return useExisting(client, state, waiting, asked, context);
  // One article is ordered, whatever its length: of two callers at the same moment the later joins, as it does a moment later.
  const comparedAs = { id: state.id, keyword: plain(title), article_type: 'blog', target_length: usualLength };
  const generate = operation('articles.generate');
  const reply = await callOperation(client, generate, { id: state.id, ...text }, waiting, agreed, { comparedAs });
  return answer(client, state.id, reply.job, context, reply.credits, asked);
}

/** Words. */
const usualLength = 1200;

/** What a caller asked for that the job it joined was not started with. */
function otherwise(job: JobView | undefined, asked: Asked): Readonly<Record<string, unknown>> {
  const missed = Object.entries(asked).filter(([name, value]) => value !== undefined && job?.arguments[name] !== value);
  if (job === undefined || missed.length === 0) return {};
  return {
    not_taken: missed.map(([name]) => name),
    hint: 'This article was being written already, as somebody else ordered it: nothing more was paid. again: true pays for another.',
  };
}

/** What the order says of the text itself. */
type Asked = Readonly<Record<string, unknown>>;

async function useExisting(
  client: Platform,
  state: Exclude<ArticleState, { kind: 'stub' }>,
  waiting: Waiting,
  asked: Asked,
  context: ToolContext,
): Promise<ToolResult> {
  if (state.kind === 'written') return existing(await fetch(client, state.id, context));
  if (state.kind === 'elsewhere')
    return success({ article_id: state.id, status: 'being written' }, { hint: elsewhere(state.id) });
  return answer(
    client,
    state.id,
    await client.wait(state.job.job_id, { ...context, waitSeconds: waiting.waitSeconds }),
    context,
    undefined,
    asked,
  );
}

const elsewhere = (id: number): string =>
  `Somebody else started this one, and no job is on record here. Look again later: call_read {"operation":"articles.get","arguments":{"id":${id}}}`;

/** The platform makes one article a storyline: one that is there is read, not paid for again. */
async function fromStoryline(client: Platform, id: Id, waiting: Waiting, context: ToolContext): Promise<ToolResult> {
  const { data: storyline } = await read(client, 'storylines.get', { id }, context);
  const writtenArticle = storyline.article_id;
  const article = typeof writtenArticle === 'number' ? await fetch(client, writtenArticle, context) : undefined;
  if (article?.content) return existing(article);
  const reply = await startOrJoin(client, 'storylines.assemble_article', { id }, waiting, context);
  // Until the text is written, the data is the answer to the start.
  const data: Article & Output<'storylines.assemble_article'> = reply.data ?? {};
  const articleId = Number(data.article_id ?? data.id ?? writtenArticle);
  return answer(client, articleId, reply.job, context, reply.credits);
}

async function answer(
  client: Platform,
  id: number,
  job: JobView | undefined,
  context: ToolContext,
  paid?: Credits,
  asked: Asked = {},
): Promise<ToolResult> {
  const beside = { ...resultMetadata({ data: null, job, credits: paid }, 'write_article'), ...otherwise(job, asked) };
  if (job && isAlive(job)) return success({ article_id: id, status: 'being written' }, beside);
  return written(await fetch(client, id, context), beside);
}

const existing = (article: Article): ToolResult =>
  written(article, {
    credits: { estimated: 0, charged: 0 },
    hint: 'An article of this title was there already, and nothing was paid; again: true writes another.',
  });

function written(article: Article, beside: Readonly<Record<string, unknown>>): ToolResult {
  const text = article.content ?? '';
  // Shown where the platform gives it; the contract does not list it.
  const { language }: Readonly<Record<string, unknown>> = article;
  const shown = {
    article_id: article.id,
    title: article.title,
    words: text === '' ? undefined : wordCount(text),
    language,
    status: article.processing_status ?? article.status,
    published_as: article.status,
    status_note: statusNote(article),
    text,
    not_available: missingFigures({ text: [text, 'text (content)', 'articles.get'] }),
  };
  const excerpt = firstLines(text);
  if (excerpt === text)
    return { ...projectionResult(projected(shown, { format: 'detailed' }), beside), ...picking(shown, beside) };
  const cut = {
    ...shown,
    text: excerpt,
    text_left_out: `${text.length - excerpt.length} characters; fields ["text"] gives all`,
  };
  return {
    ...projectionResult(projected(cut, { format: 'detailed' }), beside),
    link: {
      uri: `visibility://articles/${String(article.id)}`,
      name: 'article',
      title: 'The whole text',
      mimeType: 'text/markdown',
    },
    ...picking(shown, beside),
  };
}

const picking = (
  shown: object,
  beside: Readonly<Record<string, unknown>>,
): Pick<ToolResult, 'plain' | 'withFields'> => ({
  plain: () => plainSuccess(shown, beside),
  withFields: (fields) => projectionResult(projected(shown, { fields }), beside),
});

/** One status is about the writing, the other about where the article goes: side by side they look like a contradiction. */
const statusNote = ({ processing_status, status }: Article): string | undefined =>
  processing_status === 'ready' && status === 'draft'
    ? 'ready: the text is finished; draft: it is not published'
    : undefined;

/** Characters of a text that are shown unasked. */
const excerptLength = 500;

/** The beginning of a text, up to the end of a line or a word. */
function firstLines(text: string): string {
  if (text.length <= excerptLength * 1.2) return text;
  const beginning = text.slice(0, excerptLength);
  const end = Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf(' '));
  return beginning
    .slice(0, end > 0 ? end : excerptLength)
    .trimEnd()
    .toWellFormed();
}

/** Words of a text, its markup left out. */
const wordCount = (text: string): number => text.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const fetch = async (client: Platform, id: number, context: ToolContext): Promise<Article> =>
  (await read(client, 'articles.get', { id }, context)).data;
