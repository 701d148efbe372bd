import type { Client } from '../client/client.ts';
import { creditsTool } from './credits-tool.ts';
import { describeOperation } from './discovery/describe-operation.ts';
import { findOperations } from './discovery/find-operations.ts';
import { dispatchers } from './calling/dispatch.ts';
import { estimate } from './calling/estimate.ts';
import { jobList, jobWait } from './jobs/job-tools.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { askAgentTool } from './workflows/ask-agent/ask-agent-tool.ts';
import { auditPageTool } from './workflows/audit-page/audit-page-tool.ts';
import { auditSiteTool } from './workflows/audit-site/audit-site-tool.ts';
import { checkBrandFactsTool } from './workflows/check-brand-facts/check-brand-facts-tool.ts';
import { groundUrlsTool } from './workflows/ground-urls/ground-urls-tool.ts';
import { researchKeywordsTool } from './workflows/research-keywords/research-keywords-tool.ts';
import { trackBrandTool } from './workflows/track-brand/track-brand-tool.ts';
import { visibilityReportTool } from './workflows/visibility-report/visibility-report-tool.ts';
import { writeArticleTool } from './workflows/write-article/write-article-tool.ts';

type MakeTool = (client: Client, options: ToolOptions) => Tool;

/** Whole tasks. Those that only report are free, and a read-only server has them too. */
const reports: readonly MakeTool[] = [visibilityReportTool, checkBrandFactsTool];
const paid: readonly MakeTool[] = [
  writeArticleTool,
  researchKeywordsTool,
  auditPageTool,
  auditSiteTool,
  groundUrlsTool,
  trackBrandTool,
  askAgentTool,
];

/** The tools that every configuration has. Their files load the catalog only when a tool is run. */
export function fixedTools(client: Client, options: ToolOptions): Tool[] {
  return [
    findOperations(),
    describeOperation(),
    ...dispatchers(client, options),
    jobWait(client, options),
    jobList(client),
    creditsTool(client),
    estimate(client),
    ...[...(options.readOnly ? [] : paid), ...reports].map((make) => make(client, options)),
  ];
}
