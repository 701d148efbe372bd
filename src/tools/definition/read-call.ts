import { boundedObject } from './bounded-object.ts';
import type { Tool, ToolCall } from './tool.ts';

/** Reads a call of one of the tools. Undefined: there is no tool of that name. */
export const readCall = async (tools: readonly Tool[], name: string, args: unknown): Promise<ToolCall | undefined> => {
  const tool = tools.find((one) => one.name === name);
  return tool && readCallOf(tool, args);
};

/** Reads a call of a tool, the size of its arguments bounded before any other look at them. What cannot be read becomes a call that does nothing but refuse. */
export async function readCallOf(tool: Pick<Tool, 'name' | 'read'>, args: unknown): Promise<ToolCall> {
  try {
    return await tool.read(boundedObject(tool.name, args));
  } catch (error) {
    return { args: undefined, effects: [], run: () => Promise.reject(error) };
  }
}
