import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { Tool } from '../tools/tool.ts';

/** The answer to `tools/list`: always one page, since several hosts ignore cursors. */
export const listTools = (tools: readonly Tool[]): ListToolsResult => ({
  tools: tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    ...(outputSchema ? { outputSchema: { ...outputSchema, type: 'object' as const } } : {}),
    annotations: { ...annotations },
  })),
});
