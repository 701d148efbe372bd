import type { Tool, ToolResult } from '../tool.ts';

/** The same result, marked as one of the embedded platform: nothing in it is real. */
export function sandboxResult(result: ToolResult): ToolResult {
  const { ok, ...rest } = result.structured;
  const structured = { ok, sandbox: true, ...rest };
  return { ...result, structured, text: JSON.stringify(structured) };
}

/** The tool, every result of which says that it comes from the embedded platform: refusals too. */
export const markSandbox = (tool: Tool): Tool => ({
  ...tool,
  run: async (given, context) => sandboxResult(await tool.run(given, context)),
});
