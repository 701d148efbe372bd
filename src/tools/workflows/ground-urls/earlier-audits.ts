import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../client/platform.ts';
import { now } from '../../definition/now.ts';
import { isReusable, reuseMs } from '../shared/existing-result.ts';
import { listAll } from '../shared/list-all.ts';
import type { Task } from '../shared/task.ts';

export type EarlierAudit = Output<'grounding.audits'>[number] & { readonly completed_at: string };

/** What an audit checks where nothing else is asked for, in order. */
const allFrameworks = 'eeat,people-first,v1.5';

/**
 * The newest finished audit of each of these pages, by its address, if it is recent enough to reuse and
 * covers all frameworks. Listed at once, not page by page. Pages that a job on record is auditing right now are left
 * out: that job is joined instead.
 */
export async function earlierAudits(task: Task, pages: readonly string[]): Promise<ReadonlyMap<string, EarlierAudit>> {
  const { client, context } = task;
  const hosts = new Set(pages.map((page) => URL.parse(page)?.hostname));
  const [host] = hosts;
  const [{ records: audits }, underWay] = await Promise.all([
    listAll(task, 'grounding.audits', {
      status: 'completed',
      from: new Date(now(context) - reuseMs).toISOString().slice(0, 10),
      domain: (hosts.size === 1 && host) || undefined,
    }),
    pagesUnderWay(client),
  ]);
  const newest = new Map<string, EarlierAudit>();
  for (const audit of audits) {
    const { url = '', completed_at, score } = audit;
    if (!pages.includes(url) || underWay.has(url) || !isReusable(completed_at, context)) continue;
    if (typeof score !== 'number' || [...(audit.frameworks ?? [])].sort().join() !== allFrameworks) continue;
    const newestAudit = newest.get(url);
    if (!newestAudit || newestAudit.completed_at < completed_at) newest.set(url, { ...audit, completed_at });
  }
  return newest;
}

async function pagesUnderWay(client: Platform): Promise<ReadonlySet<unknown>> {
  const operations = ['grounding.batch', 'grounding.analyze'] as const;
  const jobs = (await client.jobs({ operations, limit: 200 })).filter(isAlive);
  return new Set(jobs.flatMap(({ arguments: { url, urls } }) => [url, ...(Array.isArray(urls) ? urls : [])]));
}
