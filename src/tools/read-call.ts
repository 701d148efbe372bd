import type { Tool, ToolCall } from './tool.ts';

/** Reads a call of one of the tools. Undefined: there is no tool of that name. */
export const readCall = async (tools: readonly Tool[], name: string, given: unknown): Promise<ToolCall | undefined> =>
  tools.find((tool) => tool.name === name)?.read(given);
