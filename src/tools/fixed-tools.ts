import type { Client } from '../client/client.ts';
import { creditsTool } from './credits-tool.ts';
import { describeOperation } from './discovery/describe-operation.ts';
import { findOperations } from './discovery/find-operations.ts';
import { dispatchers } from './dispatch.ts';
import { estimate } from './estimate.ts';
import { jobList, jobWait } from './job-tools.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { groundUrlsTool } from './workflows/ground-urls-tool.ts';
import { writeArticleTool } from './workflows/write-article-tool.ts';

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
    ...(options.readOnly ? [] : [writeArticleTool(client, options), groundUrlsTool(client, options)]),
  ];
}
