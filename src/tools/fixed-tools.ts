import type { Platform } from '../client/index.ts';
import { creditsTool } from './credits-tool.ts';
import { describeOperation } from './operations/describe-operation.ts';
import { findOperations } from './operations/find-operations.ts';
import { callTools } from './operations/call-tools.ts';
import { estimate } from './operations/estimate.ts';
import { jobList, jobWait } from './jobs/job-tools.ts';
import type { Tool } from './definition/tool.ts';
import type { ToolOptions } from './definition/tool-options.ts';
import { runCode } from './runs/run-code-tool.ts';
import { workflowTools } from './workflows/workflow-tools.ts';

/** The tools that every configuration has. Their files do not load the catalog until a tool is run. */
export function fixedTools(client: Platform, options: ToolOptions): Tool[] {
  return [
    findOperations(client.pins),
    describeOperation(client.pins),
    ...callTools(client, options),
    jobWait(client, options),
    jobList(client, options),
    creditsTool(client, options),
    estimate(client, options),
    ...(options.runs ? [runCode(options)] : []),
    ...workflowTools(client, options),
  ];
}
