import type { Platform } from '../programs/platform/platform.ts';
import { creditsTool } from './credits-tool.ts';
import { describeOperation } from './operations/describe-operation.ts';
import { findOperations } from './operations/find-operations.ts';
import { dispatchers } from './operations/dispatch.ts';
import { estimate } from './operations/estimate.ts';
import { jobList, jobWait } from './jobs/job-tools.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { runCode } from './runs/run-code-tool.ts';
import { workflowTools } from './workflow-tools.ts';

/** The tools that every configuration has. Their files load the catalog only when a tool is run. */
export function fixedTools(client: Platform, options: ToolOptions): Tool[] {
  const workflows = workflowTools(client, options);
  return [
    findOperations(client.pins, workflows, options.runs !== undefined),
    describeOperation(client.pins),
    ...dispatchers(client, options),
    jobWait(client, options),
    jobList(client, options),
    creditsTool(client, options),
    estimate(client, options),
    ...(options.runs ? [runCode(options)] : []),
    ...workflows,
  ];
}
