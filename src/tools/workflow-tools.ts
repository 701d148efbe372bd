import type { Platform } from '../platform/platform.ts';
import type { ToolOptions } from './tool-options.ts';
import type { Workflow } from './workflows/shared/define-workflow.ts';
import { askAgentTool } from './workflows/ask-agent/ask-agent-tool.ts';
import { auditPageTool } from './workflows/audit-page/audit-page-tool.ts';
import { auditSiteTool } from './workflows/audit-site/audit-site-tool.ts';
import { checkBrandFactsTool } from './workflows/check-brand-facts/check-brand-facts-tool.ts';
import { groundUrlsTool } from './workflows/ground-urls/ground-urls-tool.ts';
import { researchKeywordsTool } from './workflows/research-keywords/research-keywords-tool.ts';
import { trackBrandTool } from './workflows/track-brand/track-brand-tool.ts';
import { visibilityReportTool } from './workflows/visibility-report/visibility-report-tool.ts';
import { writeArticleTool } from './workflows/write-article/write-article-tool.ts';

/** In the order in which they are listed. */
const workflows: readonly ((client: Platform, options: ToolOptions) => Workflow)[] = [
  writeArticleTool,
  researchKeywordsTool,
  auditPageTool,
  auditSiteTool,
  groundUrlsTool,
  trackBrandTool,
  askAgentTool,
  visibilityReportTool,
  checkBrandFactsTool,
];

/** Tools for whole tasks. A read-only server has those that only report. */
export const workflowTools = (client: Platform, options: ToolOptions): readonly Workflow[] =>
  workflows
    .map((make) => make(client, options))
    .filter(({ annotations }) => !options.readOnly || annotations.readOnlyHint === true);

/** The same, only to be named: they run nothing. */
export const workflowsToName = (readOnly: boolean): readonly Workflow[] =>
  workflowTools({} as Platform, { toolsets: [], readOnly, maxWaitSeconds: undefined });
