import { h, type Node } from '../../reports/charts/node.ts';
import type { Tool, ToolResult } from '../../tools/index.ts';
import { withViewData } from '../../tools/results/with-view-data.ts';
import { candidatesLine } from './candidates-line.ts';
import { dataDocument } from './data-document.ts';

/** A tool's result for a person at a terminal: its view if it has one, an error as text, otherwise its data unchanged. */
export async function resultDocument({ view }: Pick<Tool, 'view'>, called: ToolResult): Promise<Node[]> {
  const result: Structured = { ...called.structured, data: withViewData(called) };
  const { error, data, job } = result;
  if (error) {
    const lines = [`${error.code}: ${error.message}`, candidatesLine(error), error.next];
    return lines.filter((line) => line !== undefined).map((line) => h('p', {}, line));
  }
  const hasNoData = job !== undefined && (data === null || data === undefined);
  const body = view && typeof data === 'object' && data !== null ? await viewOf(view, data) : dataDocument(data);
  return [...(hasNoData ? [] : body), h('p', {}, remarks(result).join('; '))];
}

/** The parts of a result that a person sees. */
interface Structured {
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly message: string; readonly next?: string | undefined } | undefined;
  readonly job?: { readonly job_id: string; readonly state: string } | undefined;
  readonly credits?: { readonly charged?: number | undefined; readonly unconfirmed?: unknown } | undefined;
  readonly page?: { readonly page: number; readonly last_page: number; readonly total: number } | undefined;
  readonly sandbox?: boolean | undefined;
  readonly hint?: string | undefined;
}

async function viewOf(view: NonNullable<Tool['view']>, data: object): Promise<Node[]> {
  const [{ views }, { wordsFor }] = await Promise.all([
    import('../../reports/views/views.ts'),
    import('../../reports/views/parts/words.ts'),
  ]);
  return views[view](data, { width: 760, locale: 'en', words: wordsFor('en') });
}

function remarks({ job, credits, page, sandbox, hint }: Structured): string[] {
  return [
    hint,
    page && page.last_page > 1 && `page ${page.page} of ${page.last_page}, ${page.total} in all`,
    job && `job ${job.job_id}: ${job.state} (visibility-mcp jobs wait ${job.job_id})`,
    credits?.charged !== undefined &&
      `${credits.unconfirmed === undefined ? '' : 'up to '}${credits.charged} credits charged`,
    sandbox && 'embedded platform, invented data',
  ].filter((remark) => typeof remark === 'string');
}
