import { type Id, type InputFor, operation, type Output } from '../../../catalog/index.ts';
import { isAlive } from '../../../base/job-states.ts';
import type { Credits, JobView, Platform, Quote } from '../../../client/index.ts';
import { budgetRefused, insufficientCredits } from '../../../client/refusals.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { boundedSuccess, success } from '../../results/result.ts';
import { plain } from '../../../client/names/project-names.ts';
import { callOperation } from '../../calls/call-operation.ts';
import type { ToolContext, ToolResult } from '../../definition/tool.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { read, type Task } from '../shared/task.ts';
import { resolveProject } from '../shared/resolve-project.ts';
import { createArticle, findArticle, type ArticleState } from './find-article.ts';
import { resultMetadata, startOrJoin } from '../shared/start-or-join.ts';
import type { ArticleOrder } from '../shared/orders.ts';

type Article = Output<'articles.get'>;

/** Writes the article, finds it, or joins the job that is writing it; resolves with its text or the job's handle. */
export async function writeArticle(task: Task, order: ArticleOrder): Promise<ToolResult> {
  if (order.storyline !== undefined) return fromStoryline(task, order.storyline);
  const { keyword = '', title = keyword, target_length = usualLength } = order;
  const { waitSeconds, again = false } = task.waiting;
  const project = await resolveProject(task, order.project);
  const existing = again ? undefined : await findArticle(task, project, title);
  if (existing && existing.kind !== 'stub') return useExisting(task, existing);
  const text = { keyword, article_type: 'blog', target_length } as const;
  // Priced before the article exists, since the price does not depend on its id.
  const agreed = await consentFirst(task, { id: existing?.id ?? 1, ...text });
  const state = existing ?? (await createArticle(task, project, title, again));
  if (state.kind !== 'stub') return useExisting(task, state);
  // Calls for the same article are identical whatever its length, so that the later of two simultaneous callers joins.
  const comparedAs = { id: state.id, keyword: plain(title), article_type: 'blog', target_length: usualLength };
  const args = { id: state.id, ...text };
  const reply = await callOperation(task.client, operation('articles.generate'), args, { waitSeconds }, agreed, {
    comparedAs,
  });
  return jobResult(task, state.id, reply.job, reply.credits);
}

/** Words. */
const usualLength = 1200;

async function useExisting(task: Task, state: Exclude<ArticleState, { kind: 'stub' }>): Promise<ToolResult> {
  const { kind, id } = state;
  if (kind === 'written') return existingResult(await articleOf(task, id));
  if (kind === 'elsewhere')
    return success(
      { article_id: id, status: 'being written' },
      {
        hint: `Somebody else started this one, so no job is on record here. Look again later: call_read {"operation":"articles.get","arguments":{"id":${id}}}`,
      },
    );
  const { client, context, waiting } = task;
  const { job } = await client.wait(state.job.job_id, { ...context, waitSeconds: waiting.waitSeconds });
  return jobResult(task, id, { ...job, joined: true });
}

/** The platform makes one article from each storyline: an existing one is read, not paid for again. */
async function fromStoryline(task: Task, id: Id): Promise<ToolResult> {
  const { data: storyline } = await read(task, 'storylines.get', { id });
  const writtenArticle = numberIn(storyline.article_id);
  const article = writtenArticle === undefined ? undefined : await articleOf(task, writtenArticle);
  if (article?.content) return existingResult(article);
  const { waitSeconds } = task.waiting;
  const reply = await startOrJoin({ ...task, waiting: { waitSeconds } }, 'storylines.assemble_article', { id });
  // While the text is being written, the data is the answer to the start.
  const data: Article & Output<'storylines.assemble_article'> = reply.data ?? {};
  const articleId = numberIn(data.article_id ?? data.id) ?? writtenArticle;
  return jobResult(task, articleId, reply.job, reply.credits);
}

/** The text that a job has written; only the job while it is running, or if no answer names the article. */
async function jobResult(
  task: Task,
  id: number | undefined,
  job: JobView | undefined,
  credits?: Credits,
): Promise<ToolResult> {
  const beside = resultMetadata({ data: null, job, credits }, 'write_article');
  const isRunning = job && isAlive(job);
  if (isRunning || id === undefined)
    return success({ article_id: id, status: isRunning ? 'being written' : 'written' }, beside);
  return articleResult(await articleOf(task, id), beside);
}

const existingResult = (article: Article): ToolResult =>
  articleResult(article, {
    credits: { estimated: 0, charged: 0 },
    hint: 'An article with this title already existed, and nothing was paid; again: true writes another.',
  });

function articleResult(article: Article, beside: Readonly<Record<string, unknown>>): ToolResult {
  const text = article.content ?? '';
  // Shown if the platform sends it; the contract does not list it.
  const { language }: Readonly<Record<string, unknown>> = article;
  const report = {
    article_id: article.id,
    title: article.title,
    words: text === '' ? undefined : wordCount(text),
    language,
    status: article.processing_status ?? article.status,
    published_as: article.status,
    text,
    not_available: missingFigures({ text: [text, 'text (content)', 'articles.get'] }),
  };
  const excerpt = text.slice(0, excerptLength).trimEnd().toWellFormed();
  const text_left_out = `${text.length - excerpt.length} characters; fields ["text"] gives all`;
  const isCut = text.length > excerptLength * 1.2;
  const cut = isCut ? { ...report, text: excerpt, text_left_out } : report;
  return {
    ...boundedSuccess(cut, beside, undefined, { text, text_left_out: undefined }),
    link: isCut
      ? {
          uri: `visibility://articles/${scalarText(article.id) ?? ''}`,
          name: 'article',
          title: 'The whole text',
          mimeType: 'text/markdown',
        }
      : undefined,
  };
}

/** Maximum characters of a text that are shown without `fields`. */
const excerptLength = 500;

/** The number of words in a text, without its markup. */
const wordCount = (text: string): number => text.replaceAll(/<[^<>]*>/g, ' ').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const articleOf = async (task: Task, id: number): Promise<Article> => (await read(task, 'articles.get', { id })).data;

/** Asks for consent and checks the limits before a stub is created. Resolves with a context that asks no more. */
async function consentFirst({ client, context }: Task, input: InputFor<'articles.generate'>): Promise<ToolContext> {
  const quote = await client.quote('articles.generate', input);
  const { consent } = context;
  const agreed = await consent?.(quote);
  await refuseUnaffordable(client, quote);
  const covers = (asked: Quote): boolean =>
    asked.operation === quote.operation && (asked.credits ?? Infinity) <= (quote.credits ?? 0);
  return {
    ...context,
    consent:
      consent &&
      ((asked, exceeded) => (covers(asked) && (agreed === 'person' || !exceeded) ? agreed : consent(asked, exceeded))),
  };
}

/** A preview only: the reservation that counts is made by the client when the call is due. */
async function refuseUnaffordable(client: Platform, quote: Quote): Promise<void> {
  const { operation, basis, credits } = { ...quote, credits: quote.credits ?? 0 };
  const { limits, balance } = await client.money();
  const short = limits.find(({ left }) => left < credits);
  if (short) {
    const { limit, spent, reserved, left } = short;
    throw budgetRefused(
      `${operation} takes up to ${credits} credits (${basis}); the limit ${limit} has ${left} left. Nothing was created or charged.`,
      {
        passes: left + reserved >= credits,
        next: `Choose something cheaper, or ask the operator to raise ${limit}.`,
        facts: { estimate: credits, limit, spent, reserved, left },
      },
    );
  }
  if (balance !== undefined && balance < credits) throw insufficientCredits(credits, balance);
}
