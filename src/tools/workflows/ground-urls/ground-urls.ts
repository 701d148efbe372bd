import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/operation-types.ts';
import type { Reply } from '../../../client/calls/reply.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { isTable } from '../../projection/table.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolContext, ToolResult } from '../../definition/tool.ts';
import { byRank, recordsIn, rowsOf } from '../shared/records-in.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { read, type Task } from '../shared/task.ts';
import { existingResult } from '../shared/existing-result.ts';
import { earlierAudits, type EarlierAudit } from './earlier-audits.ts';
import { checkAddress } from '../shared/resolve-site.ts';
import { resultMetadata, startOrReuse } from '../shared/start-or-join.ts';

type Audit = Output<'grounding.batch_results'>[number];

export interface GroundingOrder {
  readonly urls: readonly string[];
}

/** Audits pages, one by itself and several as a batch, and reports on them; or gives a handle on the job. */
export async function groundUrls(task: Task, { urls }: GroundingOrder): Promise<ToolResult> {
  // Sorted and without duplicates: the same pages in another order are the same job.
  const pages = [...new Set(urls.map((url) => checkAddress(url.trim(), 'urls')))].sort();
  const earlierByUrl = task.waiting.again ? new Map<string, EarlierAudit>() : await earlierAudits(task, pages);
  const existing = existingOf([...earlierByUrl.values()], pages.length, task.context);
  const missing = pages.filter((page) => !earlierByUrl.has(page));
  if (missing.length === 0)
    return boundedSuccess(reportOn([...earlierByUrl.values()]), { credits: { estimated: 0, charged: 0 }, ...existing });
  const [url = ''] = missing;
  const reply =
    missing.length > 1
      ? await startOrReuse(task, 'grounding.batch', { urls: missing })
      : await startOrReuse(task, 'grounding.analyze', { url });
  const { job } = reply;
  const beside = { ...existing, ...resultMetadata(reply, 'ground_urls') };
  if (job && isAlive(job)) return boundedSuccess({ urls: pages.length, status: 'being audited' }, beside);
  const audits =
    isTable(reply.data) || missing.length > 1
      ? await batchResults(task, reply)
      : [{ ...reply.data, url: reply.data?.url ?? url }];
  const rest = job
    ? `job_wait ${JSON.stringify({ job_id: job.job_id, fields: ['url', 'score', 'tier.name', 'findings.title'] })} has all of ${earlierByUrl.size > 0 ? 'the new ones' : 'them'}`
    : undefined;
  return boundedSuccess(reportOn([...earlierByUrl.values()], audits), beside, rest);
}

/** The note where pages were audited before: how many, since when, and what auditing one again would cost. */
function existingOf(
  earlierOnes: readonly EarlierAudit[],
  pages: number,
  context: ToolContext,
): Record<string, unknown> {
  const [oldest] = earlierOnes.map(({ completed_at }) => completed_at).sort();
  if (oldest === undefined) return {};
  // docs/platform/grounding.md#batches: what each URL of a batch costs is not shown.
  const existing = { urls: earlierOnes.length, ...existingResult(oldest, pages === 1 ? 1 : null, context) };
  return {
    existing,
    hint: `${earlierOnes.length} of ${pages} URLs had been audited (the oldest ${existing.age} ago; audited_at) and were not paid again; again: true audits all${pages === 1 ? ' for 1 credit' : ''}.`,
  };
}

/** The client fetches a finished batch's rows where the catalog says so; else they are fetched here. */
async function batchResults(task: Task, reply: Reply): Promise<Audit[]> {
  if (isTable(reply.data)) return rowsOf<'grounding.batch_results'>(reply.data);
  const { batch_id = '' } = (reply.job?.data ?? reply.data ?? {}) as Output<'grounding.batch'>;
  const { data } = await read(task, 'grounding.batch_results', { id: batch_id });
  return rowsOf<'grounding.batch_results'>(data);
}

function reportOn(earlier: readonly EarlierAudit[], newAudits: readonly Audit[] = []): Record<string, unknown> {
  const audits = [...earlier, ...newAudits];
  const from = audits.length === 1 ? 'grounding.audit' : 'grounding.batch_results';
  const earlierOnes = new Set<Audit>(earlier);
  const worstFirst = [...audits].sort((a, b) => scoreOf(a) - scoreOf(b));
  const scored = audits.filter((audit) => scoreOf(audit) >= 0);
  // A page that could not be audited has no score, and its line says why.
  const unscored = audits.filter(
    (audit) => scoreOf(audit) < 0 && !/fail|error/.test(scalarText(audit.status) ?? ''),
  ).length;
  const not_available = missingFigures({
    audits: [audits.length > 0 ? audits : undefined, 'results', from],
    score: [unscored === 0 ? audits : undefined, `score for ${unscored} of ${audits.length} pages`, from],
  });
  if (audits.length === 1)
    return { audits: worstFirst.map((audit) => lineFor(audit, earlierOnes.has(audit), 10)), not_available };
  return {
    audited: scored.length,
    failed: scored.length < audits.length ? audits.length - scored.length : undefined,
    mean_score: scored.length
      ? Math.round(scored.reduce((sum, audit) => sum + scoreOf(audit), 0) / scored.length)
      : undefined,
    common: audits.length > 3 ? commonFindings(audits) : undefined,
    audits: worstFirst.map((audit) => lineFor(audit, earlierOnes.has(audit), 3)),
    not_available,
  };
}

function lineFor(audit: Audit | EarlierAudit, isEarlier: boolean, maxFindings: number): Record<string, unknown> {
  const findings = findingsOf(audit);
  const shownFindings = findings.slice(0, maxFindings);
  return {
    url: audit.url,
    audit_id: audit.audit_id,
    audited_at: isEarlier ? audit.completed_at : undefined,
    score: audit.score ?? null,
    tier: audit.tier?.name ?? audit.tier,
    status: scoreOf(audit) < 0 ? audit.status : undefined,
    findings: shownFindings.map((finding) => ({
      severity: finding.severity,
      title: finding.title,
      fix: finding.fix?.action,
    })),
    more_findings: findings.length > shownFindings.length ? findings.length - shownFindings.length : undefined,
  };
}

const severities = ['critical', 'high', 'medium', 'low', 'info'];

/** Most severe first; notes of the kind info say nothing to fix. */
const findingsOf = ({ findings }: Audit) =>
  recordsIn(findings)
    .filter((finding) => finding.severity !== 'info')
    .sort(byRank(severities, ({ severity }) => severity));

/** Findings shared by several pages are fixed once, in a template. */
function commonFindings(audits: readonly Audit[]): Record<string, unknown>[] {
  const counts = new Map<string, { severity: unknown; title: string; urls: number }>();
  for (const [title, finding] of audits.flatMap((audit) => [
    ...new Map(findingsOf(audit).map((finding) => [finding.title ?? '', finding])),
  ])) {
    const count = counts.get(title) ?? { severity: finding.severity, title, urls: 0 };
    counts.set(title, { ...count, urls: count.urls + 1 });
  }
  return [...counts.values()]
    .filter(({ urls }) => urls > 1)
    .sort((a, b) => b.urls - a.urls)
    .slice(0, 5);
}

/** -1 where there is no score: a page that could not be audited stands before the worst. */
const scoreOf = ({ score }: Audit): number => (typeof score === 'number' ? score : -1);
