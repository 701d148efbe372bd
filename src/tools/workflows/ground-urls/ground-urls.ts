import { operation } from '../../../catalog/index.ts';
import type { Client } from '../../../client/client.ts';
import type { Reply } from '../../../client/call/reply.ts';
import { isFields, isTable, type Fields } from '../../projection/records.ts';
import { jobFailure } from '../../results/error-result.ts';
import { isAlive, successWithin } from '../../results/result.ts';
import type { ToolContext, ToolResult } from '../../tool.ts';
import { recordOf, recordsOf, textOf } from '../shared/read-reply.ts';
import { wellFormed } from '../audit-site/site-meant.ts';
import { besideOf, startOrReuse } from '../shared/start-or-join.ts';

export interface GroundingOrder {
  readonly urls: readonly string[];
  readonly frameworks?: readonly string[];
  readonly again?: boolean;
}

/** Audits pages, one by itself and several as a batch, and reports on them; or gives a handle on the job. */
export async function groundUrls(
  client: Client,
  { urls, frameworks, again }: GroundingOrder,
  waitSeconds: number,
  context: ToolContext,
): Promise<ToolResult> {
  // Sorted and without doubles: the same pages in another order are the same job.
  const pages = [...new Set(urls.map((url) => wellFormed(url.trim(), 'urls')))].sort();
  const many = pages.length > 1;
  const given = {
    ...(many ? { urls: pages } : { url: pages[0] }),
    ...(frameworks?.length ? { frameworks: [...new Set(frameworks)].sort() } : {}),
  };
  const waiting = { waitSeconds, ...(again === undefined ? {} : { again }) };
  const reply = await startOrReuse(
    client,
    operation(many ? 'grounding.batch' : 'grounding.analyze'),
    given,
    waiting,
    context,
  );
  const { job } = reply;
  if (job?.state === 'failed' || job?.state === 'unknown') return jobFailure(job);
  const beside = besideOf(reply, 'ground_urls');
  if (job && isAlive(job)) return successWithin({ urls: pages.length, status: 'being audited' }, beside);
  const audits = many ? await batchResults(client, reply, context.signal) : [{ url: pages[0], ...recordOf(reply) }];
  const rest = job
    ? `job_wait ${JSON.stringify({ job_id: job.job_id, fields: ['url', 'score', 'tier.name', 'findings.title'] })} has all of them`
    : undefined;
  return successWithin(reportOn(audits), beside, rest);
}

/** The client fetches a finished batch's rows where the catalog says so; else they are fetched here. */
async function batchResults(client: Client, reply: Reply, signal: AbortSignal | undefined): Promise<Fields[]> {
  const rows = recordsOf(reply);
  if (rows.length > 0 || isTable(reply.data)) return rows;
  const id = recordOf(reply)['batch_id'] ?? recordOf({ data: reply.job?.data })['batch_id'];
  return recordsOf(await client.call(operation('grounding.batch_results'), { id }, signal ? { signal } : {}));
}

function reportOn(audits: readonly Fields[]): Record<string, unknown> {
  const worstFirst = [...audits].sort((a, b) => scoreOf(a) - scoreOf(b));
  if (audits.length === 1) return { audits: worstFirst.map((audit) => lineFor(audit, 10)) };
  const scored = audits.filter((audit) => scoreOf(audit) >= 0);
  return {
    audited: scored.length,
    ...(scored.length < audits.length ? { failed: audits.length - scored.length } : {}),
    ...(scored.length
      ? { mean_score: Math.round(scored.reduce((sum, audit) => sum + scoreOf(audit), 0) / scored.length) }
      : {}),
    ...(audits.length > 3 ? { common: commonFindings(audits) } : {}),
    audits: worstFirst.map((audit) => lineFor(audit, 3)),
  };
}

function lineFor(audit: Fields, most: number): Record<string, unknown> {
  const findings = findingsOf(audit);
  const shown = findings.slice(0, most);
  return {
    url: audit['url'],
    audit_id: audit['audit_id'],
    score: audit['score'] ?? null,
    tier: isFields(audit['tier']) ? audit['tier']['name'] : audit['tier'],
    ...(scoreOf(audit) < 0 ? { status: audit['status'] } : {}),
    findings: shown.map((finding) => ({
      severity: finding['severity'],
      title: finding['title'],
      fix: isFields(finding['fix']) ? finding['fix']['action'] : undefined,
    })),
    ...(findings.length > shown.length ? { more_findings: findings.length - shown.length } : {}),
  };
}

const severities = ['critical', 'high', 'medium', 'low', 'info'];

/** Most severe first; notes of the kind info say nothing to fix. */
const findingsOf = (audit: Fields): Fields[] =>
  recordsOf({ data: audit['findings'] })
    .filter((finding) => finding['severity'] !== 'info')
    .sort((a, b) => severities.indexOf(textOf(a, 'severity')) - severities.indexOf(textOf(b, 'severity')));

/** What several pages have in common is fixed once, in a template. */
function commonFindings(audits: readonly Fields[]): Record<string, unknown>[] {
  const counts = new Map<string, { severity: unknown; title: string; urls: number }>();
  for (const [title, finding] of audits.flatMap((audit) => [
    ...new Map(findingsOf(audit).map((finding) => [textOf(finding, 'title'), finding])),
  ])) {
    const known = counts.get(title) ?? { severity: finding['severity'], title, urls: 0 };
    counts.set(title, { ...known, urls: known.urls + 1 });
  }
  return [...counts.values()]
    .filter(({ urls }) => urls > 1)
    .sort((a, b) => b.urls - a.urls)
    .slice(0, 5);
}

/** -1 where there is no score: a page that could not be audited stands before the worst. */
const scoreOf = ({ score }: Fields): number => (typeof score === 'number' ? score : -1);
