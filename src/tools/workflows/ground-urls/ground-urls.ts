import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import { now } from '../../definition/now.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolContext, ToolResult } from '../../definition/tool.ts';
import { byRank, recordsIn, rowsOf } from '../shared/records-in.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import type { Task } from '../shared/task.ts';
import { listAll } from '../shared/list-all.ts';
import type { PaidStep } from '../shared/define-workflow.ts';
import { checkAddress } from '../shared/resolve-site.ts';
import { existingResult, isReusable, reuseMs, resultMetadata, startOrReuse } from '../shared/start-or-join.ts';

type Audit = Output<'grounding.batch_results'>[number];

/** Audits one page, or several as a batch, and reports on them, or returns the handle of the job. */
export async function groundUrls(task: Task, urls: readonly string[]): Promise<ToolResult> {
  const pages = pagesIn(urls);
  const earlierByUrl = task.waiting.again ? new Map<string, EarlierAudit>() : await earlierAudits(task, pages);
  const earlier = [...earlierByUrl.values()];
  const existing = existingOf(earlier, pages.length, task.context);
  const missing = pages.filter((page) => !earlierByUrl.has(page));
  const [url] = missing;
  if (url === undefined)
    return boundedSuccess(reportOn(earlier), { credits: { estimated: 0, charged: 0 }, ...existing });
  const isBatch = missing.length > 1;
  const reply = isBatch
    ? await startOrReuse(task, 'grounding.batch', { urls: missing })
    : await startOrReuse(task, 'grounding.analyze', { url });
  const { job, data } = reply;
  const beside = { ...existing, ...resultMetadata(reply, 'ground_urls') };
  if (job && isAlive(job)) return boundedSuccess({ urls: pages.length, status: 'being audited' }, beside);
  const audits = isBatch ? rowsOf<'grounding.batch_results'>(data as never) : [{ url, ...(data as Audit | null) }];
  const rest = job
    ? `job_wait ${JSON.stringify({ job_id: job.job_id, fields: ['url', 'score', 'tier.name', 'findings.title'] })} has all of ${earlier.length > 0 ? 'the new ones' : 'them'}`
    : undefined;
  return boundedSuccess(reportOn(earlier, audits), beside, rest);
}

/** The paid call that audits these pages, if none of them was audited before. */
export function groundingCall(urls: readonly string[]): PaidStep {
  const pages = pagesIn(urls);
  return pages.length === 1 ? ['grounding.analyze', { url: pages[0] }] : ['grounding.batch', { urls: pages }];
}

/** Sorted and without duplicates: the same pages in another order are the same job. */
const pagesIn = (urls: readonly string[]): string[] =>
  [...new Set(urls.map((url) => checkAddress(url.trim(), 'urls')))].sort();

/** The note about pages that were audited before: how many, when, and what auditing one again would cost. */
function existingOf(earlier: readonly EarlierAudit[], pages: number, context: ToolContext): Record<string, unknown> {
  const [oldest] = earlier.map(({ completed_at }) => completed_at).sort();
  if (oldest === undefined) return {};
  // docs/platform/grounding.md#batches: what each URL of a batch costs is not shown.
  const existing = { urls: earlier.length, ...existingResult(oldest, pages === 1 ? 1 : null, context) };
  return {
    existing,
    hint: `${earlier.length} of ${pages} URLs had been audited (the oldest ${existing.age} ago; audited_at) and were not paid again; again: true audits all${pages === 1 ? ' for 1 credit' : ''}.`,
  };
}

function reportOn(earlier: readonly EarlierAudit[], newAudits: readonly Audit[] = []): Record<string, unknown> {
  const audits = [...earlier, ...newAudits].sort((a, b) => scoreOf(a) - scoreOf(b));
  const isSingle = audits.length === 1;
  const from = isSingle ? 'grounding.audit' : 'grounding.batch_results';
  const earlierOnes = new Set<Audit>(earlier);
  const scores = audits.map(scoreOf).filter((score) => score >= 0);
  // A page that could not be audited has no score; its row says why.
  const unscored = audits.filter((audit) => scoreOf(audit) < 0 && !/fail|error/.test(scalarText(audit.status) ?? ''));
  const summary = {
    audited: scores.length,
    failed: audits.length - scores.length || undefined,
    mean_score: scores.length ? Math.round(scores.reduce((sum, score) => sum + score, 0) / scores.length) : undefined,
    common: audits.length > 3 ? commonFindings(audits) : undefined,
  };
  return {
    ...(isSingle ? undefined : summary),
    audits: audits.map((audit) => lineFor(audit, earlierOnes.has(audit), isSingle ? 10 : 3)),
    not_available: missingFigures({
      audits: [audits.length > 0 ? audits : undefined, 'results', from],
      score: [
        unscored.length === 0 ? audits : undefined,
        `score for ${unscored.length} of ${audits.length} pages`,
        from,
      ],
    }),
  };
}

function lineFor(audit: Audit, isEarlier: boolean, maxFindings: number): Record<string, unknown> {
  const findings = findingsOf(audit);
  return {
    url: audit.url,
    audit_id: audit.audit_id,
    audited_at: isEarlier ? audit.completed_at : undefined,
    score: numberIn(audit.score) ?? null,
    tier: audit.tier?.name ?? audit.tier,
    status: scoreOf(audit) < 0 ? audit.status : undefined,
    findings: findings.slice(0, maxFindings).map(({ severity, title, fix }) => ({ severity, title, fix: fix?.action })),
    more_findings: findings.length > maxFindings ? findings.length - maxFindings : undefined,
  };
}

const severities = ['critical', 'high', 'medium', 'low', 'info'];

/** Findings, the most severe first, without those of severity info, which need no fix. */
const findingsOf = ({ findings }: Audit) =>
  recordsIn(findings)
    .filter((finding) => finding.severity !== 'info')
    .sort(byRank(severities, ({ severity }) => severity));

/** Findings that several pages share, which can be fixed once, in a template. */
function commonFindings(audits: readonly Audit[]): Record<string, unknown>[] {
  // A finding counts once for each page.
  const findings = audits.flatMap((audit) => [...new Map(findingsOf(audit).map((one) => [one.title, one])).values()]);
  return [...Map.groupBy(findings, ({ title }) => title ?? '')]
    .map(([title, group]) => ({ severity: group[0]?.severity, title, urls: group.length }))
    .filter(({ urls }) => urls > 1)
    .toSorted((a, b) => b.urls - a.urls)
    .slice(0, 5);
}

/** -1 if there is no score, so that a page that could not be audited comes before the worst. */
const scoreOf = ({ score }: Audit): number => numberIn(score) ?? -1;

type EarlierAudit = Output<'grounding.audits'>[number] & { readonly completed_at: string };

/** The default frameworks of an audit, in order. */
const allFrameworks = 'eeat,people-first,v1.5';

/**
 * The newest finished audit of each of these pages, by its address, if it is recent enough to reuse and covers all
 * frameworks. Read by one list, not page by page. Pages that a recorded job is auditing now are left out: that job is
 * joined instead.
 */
async function earlierAudits(task: Task, pages: readonly string[]): Promise<ReadonlyMap<string, EarlierAudit>> {
  const { context } = task;
  const hosts = new Set(pages.map((page) => URL.parse(page)?.hostname));
  const [host] = hosts;
  const operations = ['grounding.batch', 'grounding.analyze'] as const;
  const [{ records: audits }, jobs] = await Promise.all([
    listAll(task, 'grounding.audits', {
      status: 'completed',
      from: new Date(now(context) - reuseMs).toISOString().slice(0, 10),
      domain: (hosts.size === 1 && host) || undefined,
    }),
    task.client.jobs({ operations, limit: 200 }),
  ]);
  const underWay = new Set(
    jobs.filter(isAlive).flatMap(({ arguments: { url, urls } }) => [url, ...(Array.isArray(urls) ? urls : [])]),
  );
  const newest = new Map<string, EarlierAudit>();
  for (const audit of audits) {
    const { url = '', completed_at } = audit;
    if (!pages.includes(url) || underWay.has(url) || !isReusable(completed_at, context)) continue;
    if (scoreOf(audit) < 0 || [...(audit.frameworks ?? [])].sort().join() !== allFrameworks) continue;
    const newestAudit = newest.get(url);
    if (!newestAudit || newestAudit.completed_at < completed_at) newest.set(url, { ...audit, completed_at });
  }
  return newest;
}
