import type { Platform } from '../client/platform.ts';
import { fixedTools } from './fixed-tools.ts';
import { operationTools } from './operations/operation-tools.ts';
import type { Tool } from './definition/tool.ts';
import type { ToolOptions } from './definition/tool-options.ts';

/**
 * Every tool of a configuration, in the order in which they are listed. The list is the same for a whole
 * session; schemas and the search index are made at first use.
 */
export function createTools(client: Platform, options: ToolOptions): readonly Tool[] {
  return [...fixedTools(client, options), ...operationTools(client, options)];
}
