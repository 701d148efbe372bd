import { idIn } from '../../../catalog/vocabulary/id-text.ts';
import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { listAll } from '../shared/list-all.ts';
import { fieldUnder, missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { readParts } from '../shared/read-parts.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { byRank, recordsIn } from '../shared/records-in.ts';
import { read, type Task } from '../shared/task.ts';
import { resolveSite } from '../shared/resolve-site.ts';
import {
  besideExisting,
  existingResult,
  isReusable,
  resultMetadata,
  isStarted,
  startOrReuse,
} from '../shared/start-or-join.ts';

/** Maximum requests for the list of pages: with 100 in each, the counts cover the worst 500. */
const maxRequests = 5;

type Audit = Output<'content_audits.get'>;
type Page = Output<'content_audits.page'>;
type Issue = NonNullable<Page['issues']>[number];
type Comparison = Output<'content_audits.compare'>;

/** Has a site crawled and reports on it, the worst pages first, or returns the handle of the job. */
export async function auditSite(task: Task, site: string): Promise<ToolResult> {
  const source_url = await resolveSite(task, site);
  const args = { source_url };
  const isReused = !task.waiting.again && !(await isStarted(task, 'content_audits.create', args));
  const earlier = isReused ? await recent(task, source_url) : undefined;
  if (earlier) {
    const { credits } = await task.client.quote('content_audits.create', args);
    return report(task, earlier, besideExisting(existingResult(earlier.created_at, credits, task.context)));
  }
  const reply = await startOrReuse(task, 'content_audits.create', args);
  const beside = resultMetadata(reply, 'audit_site');
  if (reply.job && isAlive(reply.job)) return boundedSuccess({ site: source_url, status: 'being crawled' }, beside);
  const id = isFields(reply.started) ? idIn(reply.started['id'] ?? reply.started['audit_id']) : undefined;
  const audit = id === undefined ? undefined : (await read(task, 'content_audits.get', { id })).data;
  return report(task, audit ?? (await recent(task, source_url)) ?? { source_url }, beside);
}

async function report(task: Task, audit: Audit, beside: Fields): Promise<ToolResult> {
  const id = audit.id ?? '';
  const [{ records: pages }, { data, missing }] = await Promise.all([
    listAll(task, 'content_audits.pages', { id, sort: 'seo_score', dir: 'asc' }, maxRequests),
    readParts(task, { comparison: ['content_audits.compare', { id }] }),
  ]);
  const rest = `call_read {"operation":"content_audits.pages","arguments":{"id":${JSON.stringify(id)},"sort":"seo_score","dir":"asc"}}`;
  return boundedSuccess(reportOn(audit, pages, data.comparison, missing.comparison), beside, rest);
}

/** The newest finished audit, if it is recent enough. A quick audit does not count, since it covers fewer pages. */
async function recent(task: Task, source_url: string): Promise<(Audit & { readonly created_at: string }) | undefined> {
  const { data } = await readParts(task, {
    audits: ['content_audits.list', { source_url, status: 'completed', type: 'full' }],
  });
  return recordsIn(data.audits)
    .filter(({ status, type }) => status === 'completed' && type === 'full')
    .sort((a, b) => Date.parse(b.created_at ?? '') - Date.parse(a.created_at ?? '') || Number(b.id) - Number(a.id))
    .find((audit): audit is Audit & { created_at: string } => isReusable(audit.created_at, task.context));
}

function reportOn(
  audit: Audit,
  pages: readonly Page[],
  comparison: Comparison | undefined,
  uncompared?: string,
): Record<string, unknown> {
  const issues = pages.flatMap(issuesOf);
  const score = fieldUnder(audit, ['avg_seo_score', 'seo_score', 'avg_score', 'score']);
  const worst = pages.slice(0, 10).map((page) => ({
    page_id: page.id,
    url: fieldUnder(page, ['url', 'page_url', 'address']),
    seo_score: page.seo_score,
    content_quality_score: page.content_quality_score,
    priority: page.priority,
    issues: issuesOf(page)
      .slice(0, 5)
      .map(({ type = '', message = '' }) => `${type}: ${message}`),
  }));
  const total = numberIn(audit.total_pages) ?? pages.length;
  return {
    audit_id: audit.id,
    site: audit.source_url,
    type: audit.type,
    score: numberIn(score) ?? score,
    pages: total,
    total_issues: numberIn(audit.total_issues) ?? issues.length,
    issues_by_type: Object.fromEntries(
      types.map((type) => [type, issues.filter((issue) => issue.type === type).length]),
    ),
    issues_by_category: Object.fromEntries(
      grouped(issues, ({ category = '' }) => category).map(([{ category = '' }, count]) => [category, count]),
    ),
    issues_by_message: grouped(issues, ({ type, message }) => `${type}\n${message}`)
      .slice(0, maxMessages)
      .map(([{ type, category, message }, count]) => ({ type, category, message, count })),
    scale: 'scores: 0 to 100, higher is better; issues_by_message counts pages',
    counted: pages.length < total ? `the ${pages.length} worst pages` : undefined,
    since_previous: comparison && changeSinceLast(comparison),
    worst_pages: worst,
    not_available: missingFigures(
      {
        score: [score, 'score of the site (avg_seo_score)', 'content_audits.get'],
        pages: rowFigure(worst, 'url', 'content_audits.pages', 'page'),
        worst_pages: rowFigure(worst, 'seo_score', 'content_audits.pages'),
      },
      { since_previous: uncompared },
    ),
  };
}

const types = ['error', 'warning', 'info'];

const issuesOf = ({ issues }: Page): Issue[] => recordsIn(issues).sort(byRank(types, ({ type }) => type));

/** Groups of equal issues, the most frequent first; of equally frequent ones, errors first. */
const grouped = (issues: readonly Issue[], keyOf: (issue: Issue) => string): (readonly [Issue, number])[] =>
  [...Map.groupBy(issues, keyOf).values()]
    .flatMap((group) => group.slice(0, 1).map((issue) => [issue, group.length] as const))
    .toSorted(byRank(types, ([{ type }]) => type))
    .toSorted(([, a], [, b]) => b - a);

const maxMessages = 10;

/** Deltas are the newest minus the one before (docs/platform/audits.md#comparing-audits). */
function changeSinceLast({ baseline, trend, issues }: Comparison): unknown {
  if (!baseline) return 'this is the first audit of the site';
  const fresh = recordsIn(issues?.new as readonly object[]);
  return {
    audit_id: baseline['id'],
    date: baseline['created_at'],
    // A quick audit covers fewer pages than a full one, so it finds fewer issues.
    pages: baseline['total_pages'],
    type: baseline['type'],
    ...trend,
    issues_fixed: recordsIn(issues?.fixed as readonly object[]).length,
    issues_new: fresh.length,
    new: fresh.slice(0, 5),
  };
}
