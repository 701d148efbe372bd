import type { Client } from '../client/client.ts';
import { creditsTool } from './credits-tool.ts';
import { describeOperation } from './discovery/describe-operation.ts';
import { findOperations } from './discovery/find-operations.ts';
import { dispatchers } from './dispatch.ts';
import { estimate } from './estimate.ts';
import { jobList, jobWait } from './job-tools.ts';
import { operationTools } from './operation-tools.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';
import { groundUrls } from './workflows/ground-urls.ts';
import { writeArticle } from './workflows/write-article.ts';

export type { Tool, ToolContext, ToolResult } from './tool.ts';
export type { ToolOptions } from './tool-options.ts';

/**
 * Every tool of a configuration, in the order in which they are listed. The list is the same for a whole
 * session; schemas and the search index are made at first use.
 */
export function createTools(client: Client, options: ToolOptions): readonly Tool[] {
  return [
    findOperations(),
    describeOperation(),
    ...dispatchers(client, options),
    jobWait(client, options),
    jobList(client),
    creditsTool(client),
    estimate(client),
    ...(options.readOnly ? [] : [writeArticle(client, options), groundUrls(client, options)]),
    ...operationTools(client, options),
  ];
}
