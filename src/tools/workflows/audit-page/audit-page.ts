import { isAlive } from '../../../base/job-states.ts';
import type { Output } from '../../../catalog/index.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { byRank, recordsIn } from '../shared/records-in.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { pageAddress } from '../shared/resolve-site.ts';
import { resultMetadata, startOrReuse } from '../shared/start-or-join.ts';
import type { Task } from '../shared/task.ts';

/** Audits one page and reports what to improve, or returns the handle of the job. */
export async function auditPage(
  task: Task,
  { url, persona }: { readonly url: string; readonly persona?: string | undefined },
): Promise<ToolResult> {
  const args = { url: pageAddress(url), persona };
  const reply = await startOrReuse(task, 'page_audit.create', args);
  const beside = resultMetadata(reply, 'audit_page');
  if (reply.job && isAlive(reply.job)) return boundedSuccess({ url: args.url, status: 'being audited' }, beside);
  return boundedSuccess(reportOn(reply.data ?? {}), beside);
}

function reportOn(audit: Output<'page_audit.get'>): Record<string, unknown> {
  const { personas, critical_issues, user_intent, improvement_suggestions, ...scores } = audit.analysis ?? {};
  return {
    audit_id: audit.id,
    url: audit.url,
    user_intent,
    scores: { ...scores, lighthouse: audit.lighthouse || undefined },
    scale: 'lighthouse: 0 to 100, higher is better; the platform states no scale for the other scores',
    personas: recordsIn(personas).map(({ name, who, fit_score, fit_reason, pain_points }) => ({
      name,
      who,
      fit_score,
      fit_reason,
      pain_points,
    })),
    critical_issues: recordsIn(critical_issues).sort(byRank(severities, ({ severity }) => severity)),
    improvements: improvement_suggestions,
    not_available: missingFigures({
      audit_id: [audit.id, 'id', 'page_audit.get'],
      scores: [Object.keys(scores).length > 0 ? scores : undefined, 'scores of the analysis', 'page_audit.get'],
      lighthouse: [audit.lighthouse, 'lighthouse scores', 'page_audit.get'],
      critical_issues: [critical_issues, 'critical_issues', 'page_audit.get'],
    }),
    screenshot_url: audit.screenshot_url,
    better_design:
      audit.ideal_screenshot_url ??
      `follows 2 to 3 minutes after the audit: call_read {"operation":"page_audit.get","arguments":{"id":${JSON.stringify(audit.id)}},"fields":["ideal_screenshot_url"]}`,
  };
}

const severities = ['high', 'medium', 'low'];
