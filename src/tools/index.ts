/**
 * What an agent sees: the tools, the form of their results and refusals, and instructions. A tool reads arguments, asks the client, and
 * shortens what comes back; what a call costs and when it is sent is the client's, and how a tool reaches a host is the server's.
 */

import type { Platform } from '../client/index.ts';
import { fixedTools } from './fixed-tools.ts';
import { operationTools } from './operations/operation-tools.ts';
import type { Tool } from './definition/tool.ts';
import type { ToolOptions } from './definition/tool-options.ts';

export type { AccountChoice, OneAccount } from './accounts/account-choice.ts';
export type { OpenedAccount } from './accounts/over-all.ts';
export type { PlatformQuestion } from './definition/platform-question.ts';
export type { ToolOptions } from './definition/tool-options.ts';
export type { Tool, ToolCall, ToolContext, ToolResult } from './definition/tool.ts';
export type { JobLookup } from './jobs/job-lookup.ts';
export type { Exit } from './results/run-tool.ts';

/** Every tool of a configuration, in the order in which they are listed, the same for a whole session. */
export function createTools(client: Platform, options: ToolOptions): readonly Tool[] {
  return [...fixedTools(client, options), ...operationTools(client, options)];
}
