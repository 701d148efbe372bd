import { operation } from '../../catalog/index.ts';
import type { Client } from '../../client/client.ts';
import type { Credits, JobView } from '../../client/reply.ts';
import { annotationsOf } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import { project as projected } from '../projection/project.ts';
import type { Fields } from '../projection/records.ts';
import { jobFailure, refuse } from '../refusal.ts';
import { creditsOf, isAlive, jobLine, notesOf, success } from '../result.ts';
import { callOperation, callOptions } from '../run-operation.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import type { ToolOptions } from '../tool-options.ts';
import { recordOf, textOf } from './read-reply.ts';
import { resolveProject } from './resolve-project.ts';
import { settleArticle } from './settle-article.ts';

/** From a keyword, or a researched storyline, to a finished text in one call. */
export const writeArticle = (client: Client, { maxWaitSeconds }: ToolOptions): Tool =>
  defineTool({
    name: 'write_article',
    title: 'Write an article',
    description:
      'Write a blog article for a keyword: creates it in the project, has the text written, waits (about 90 s) and returns id, title, word count, status and text. Costs 5 credits, 10 from a storyline. Asked again, it joins the job or returns the text without paying.',
    input: {
      type: 'object',
      properties: {
        project: { type: 'string', description: "Name, domain or id; not needed if there is only one" },
        keyword: { type: 'string', description: 'Required without storyline' },
        title: { type: 'string', description: 'Default: the keyword' },
        target_length: { type: 'integer', minimum: 100, maximum: 10_000, description: 'Words, default 1200' },
        storyline: { type: 'integer', minimum: 1, description: 'Id of a completed storyline to write from' },
        wait_s: { type: 'integer', minimum: 0, maximum: 600 },
        again: { type: 'boolean', description: 'Pay for another one of the same title' },
      },
    },
    annotations: annotationsOf('paid'),
    run: async ({ wait_s, again = false, storyline, keyword, ...wish }, context) => {
      const order = { waitSeconds: wait_s ?? maxWaitSeconds };
      if (storyline !== undefined) return fromStoryline(client, storyline, order, context);
      if (keyword === undefined) throw refuse('invalid_arguments', 'write_article: keyword is required without storyline', 'write_article {"keyword":"trail running shoes"}');
      return fromKeyword(client, { ...wish, keyword, again }, order, context);
    },
  });

interface Wish {
  readonly project?: string;
  readonly keyword: string;
  readonly title?: string;
  readonly target_length?: number;
  readonly again: boolean;
}

type Order = { readonly waitSeconds: number };

async function fromKeyword(client: Client, wish: Wish, order: Order, context: ToolContext): Promise<ToolResult> {
  const { keyword, title = keyword, target_length = 1200, again } = wish;
  const project = await resolveProject(client, wish.project, context);
  const settled = await settleArticle(client, { project, title, again }, context);
  if (settled.kind === 'written') return existing(await fetch(client, settled.id, context));
  if (settled.kind === 'writing') return answer(client, settled.id, await client.wait(settled.job.job_id, callOptions(order, context)), context);
  const given = { id: settled.id, keyword, article_type: 'blog', target_length };
  const reply = await callOperation(client, operation('articles.generate'), given, order, context);
  return answer(client, settled.id, reply.job, context, reply.credits);
}

/** The platform makes one article a storyline: one that is there is read, not paid for again. */
async function fromStoryline(client: Client, id: number, order: Order, context: ToolContext): Promise<ToolResult> {
  const storyline = recordOf(await client.call(operation('storylines.get'), { id }, signalOf(context)));
  const known = storyline['article_id'];
  const article = typeof known === 'number' ? await fetch(client, known, context) : undefined;
  if (article && textOf(article, 'content') !== '') return existing(article);
  const reply = await callOperation(client, operation('storylines.assemble_article'), { id }, order, context);
  const made = recordOf({ data: reply.data });
  const articleId = Number(made['article_id'] ?? made['id'] ?? known);
  return answer(client, articleId, reply.job, context, reply.credits);
}

async function answer(client: Client, id: number, job: JobView | undefined, context: ToolContext, paid?: Credits): Promise<ToolResult> {
  const credits = paid ?? job?.credits;
  if (job?.state === 'failed' || job?.state === 'unknown') return jobFailure(job);
  const beside = { ...(job ? { job: jobLine(job) } : {}), ...(credits ? { credits: creditsOf(credits) } : {}) };
  if (job && isAlive(job)) return success({ article_id: id, status: 'being written' }, beside);
  return written(await fetch(client, id, context), beside);
}

const existing = (article: Fields): ToolResult =>
  written(article, { credits: { estimated: 0, charged: 0 }, hint: 'An article of this title was there already, and nothing was paid; again: true writes another.' });

function written(article: Fields, beside: Readonly<Record<string, unknown>>): ToolResult {
  const text = textOf(article, 'content');
  const shown = { article_id: article['id'], title: article['title'], words: wordCount(text), status: article['processing_status'] ?? article['status'], text };
  const projection = projected(shown, { format: 'detailed' });
  return success(projection.data, { ...beside, ...notesOf(projection) });
}

/** Words of a text, its markup left out. */
const wordCount = (text: string): number => text.replaceAll(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

const fetch = async (client: Client, id: number, context: ToolContext): Promise<Fields> =>
  recordOf(await client.call(operation('articles.get'), { id }, signalOf(context)));

const signalOf = ({ signal }: ToolContext): { signal?: AbortSignal } => (signal ? { signal } : {});
