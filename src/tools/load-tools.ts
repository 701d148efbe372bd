import type { Client } from '../client/client.ts';
import { fixedTools } from './fixed-tools.ts';
import type { Tool } from './tool.ts';
import type { ToolOptions } from './tool-options.ts';

/** The same as `createTools`, and without toolsets it loads neither the catalog nor zod. */
export async function loadTools(client: Client, options: ToolOptions): Promise<readonly Tool[]> {
  const fixed = fixedTools(client, options);
  if (options.toolsets.length === 0) return fixed;
  const { operationTools } = await import('./operation-tools.ts');
  return [...fixed, ...operationTools(client, options)];
}
