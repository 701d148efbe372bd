import type { Platform } from '../platform/platform.ts';
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

type MakeTool = (client: Platform, options: ToolOptions) => Tool;

/** Whole tasks that only report: free, and a read-only server has them too. */
export const reports: readonly MakeTool[] = [visibilityReportTool, checkBrandFactsTool];

/** Whole tasks that write or pay. */
export const paidWorkflows: readonly MakeTool[] = [
  writeArticleTool,
  researchKeywordsTool,
  auditPageTool,
  auditSiteTool,
  groundUrlsTool,
  trackBrandTool,
  askAgentTool,
];

/** All of them, whatever a server offers. */
export const workflowTools = (client: Platform, options: ToolOptions): readonly Tool[] =>
  [...paidWorkflows, ...reports].map((make) => make(client, options));
