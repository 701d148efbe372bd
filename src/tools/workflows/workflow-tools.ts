import { pinOf, type Pins } from '../../catalog/pins.ts';
import type { ProjectKind } from '../../catalog/vocabulary/index.ts';
import type { Platform } from '../../client/platform.ts';
import type { ToolOptions } from '../definition/tool-options.ts';
import type { Workflow } from './shared/define-workflow.ts';
import { askAgentTool } from './ask-agent/ask-agent-tool.ts';
import { auditPageTool } from './audit-page/audit-page-tool.ts';
import { auditSiteTool } from './audit-site/audit-site-tool.ts';
import { checkBrandFactsTool } from './check-brand-facts/check-brand-facts-tool.ts';
import { groundUrlsTool } from './ground-urls/ground-urls-tool.ts';
import { researchKeywordsTool } from './research-keywords/research-keywords-tool.ts';
import { trackBrandTool } from './track-brand/track-brand-tool.ts';
import { visibilityReportTool } from './visibility-report/visibility-report-tool.ts';
import { writeArticleTool } from './write-article/write-article-tool.ts';

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

/** Tools for whole tasks, as pins leave them. A read-only server has those that only report. */
export const workflowTools = (client: Platform, options: ToolOptions): readonly Workflow[] =>
  workflows
    .map((make) => make(client, options))
    .filter(({ annotations }) => !options.readOnly || annotations.readOnlyHint === true)
    .flatMap((tool) => pinnedTool(tool, client.pins));

/** The same, only to be named: they run nothing. */
export const workflowsToName = (readOnly: boolean): readonly Workflow[] =>
  workflowTools({} as Platform, { toolsets: [], readOnly, maxWaitSeconds: undefined });

/** The arguments of workflows that name a project. */
const kinds: ReadonlyMap<string, ProjectKind> = new Map([
  ['project', 'project'],
  ['brand', 'tracking project'],
]);

/** A workflow as pins leave it: without the argument that they decide, or left out. */
function pinnedTool(tool: Workflow, pins: Pins | undefined): readonly Workflow[] {
  if (!pins) return [tool];
  if (tool.unlessPinned.some((kind) => pinOf(pins, kind) !== undefined)) return [];
  const { properties = {}, ...schema } = tool.inputSchema as {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
  };
  const shown = Object.entries(properties).filter(([name]) => {
    const kind = kinds.get(name);
    return kind === undefined || pinOf(pins, kind) === undefined;
  });
  return [{ ...tool, inputSchema: { ...schema, properties: Object.fromEntries(shown) } }];
}
