import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../tools/index.ts';

/** A result in the form of the protocol, with a link to the whole of it for clients that support links. */
export const toolResult = (
  { text, structured, isError, link, viewData }: ToolResult,
  knowsLinks: boolean,
): CallToolResult => ({
  content: [{ type: 'text', text }, ...(link && knowsLinks ? [{ type: 'resource_link' as const, ...link }] : [])],
  structuredContent: structured,
  _meta: viewData ? { 'visibility-mcp/view': viewData } : undefined,
  isError: isError || undefined,
});
