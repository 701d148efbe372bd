import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../tools/tool.ts';

/** A result as the protocol has it; with a link to the whole, for clients that know links. */
export const toolResult = ({ text, structured, isError, link }: ToolResult, knowsLinks: boolean): CallToolResult => ({
  content: [{ type: 'text', text }, ...(link && knowsLinks ? [{ type: 'resource_link' as const, ...link }] : [])],
  structuredContent: structured,
  ...(isError ? { isError } : {}),
});
