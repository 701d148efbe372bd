import type { Tool, ToolResult } from './tool.ts';

/** The tool, with each of its results changed: refusals too. */
export const withResult = (tool: Tool, change: (result: ToolResult) => ToolResult | Promise<ToolResult>): Tool => ({
  ...tool,
  read: async (given) => {
    const call = await tool.read(given);
    return { ...call, run: async (context) => change(await call.run(context)) };
  },
});
