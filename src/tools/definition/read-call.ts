import type { Arguments } from '../../catalog/index.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { VisibilityError } from '../../client/errors.ts';
import { boundedArguments, boundedJson } from '../../client/http/request/bounded-arguments.ts';
import type { Tool, ToolCall } from './tool.ts';

/** Reads a call of one of the tools. Undefined: there is no tool of that name. */
export const readCall = async (tools: readonly Tool[], name: string, args: unknown): Promise<ToolCall | undefined> => {
  const tool = tools.find((one) => one.name === name);
  return tool && readCallOf(tool, args);
};

/** Reads a call of a tool. Arguments that cannot be read give a call that only refuses. */
export async function readCallOf(tool: Pick<Tool, 'name' | 'read' | 'inputSchema'>, args: unknown): Promise<ToolCall> {
  try {
    return await tool.read(withoutHostFields(tool, boundedObject(tool.name, args)));
  } catch (error) {
    return { args: undefined, effects: [], run: () => Promise.reject(error) };
  }
}

/** Fields that hosts add to the arguments of every tool: n8n, Cline, Cursor. */
const hostFields: readonly string[] = ['toolCallId', 'chatInput', 'task_progress', 'random_string'];

/** The arguments without what the host added for itself, unless the tool declares an argument of that name. */
function withoutHostFields({ inputSchema }: Pick<Tool, 'inputSchema'>, args: Arguments): Arguments {
  const added = hostFields.filter((name) => Object.hasOwn(args, name));
  if (added.length === 0) return args;
  // n8n adds these too. From anybody else they may mean something.
  if (added.includes('toolCallId') || added.includes('chatInput')) added.push('sessionId', 'action');
  const declared = isFields(inputSchema) && isFields(inputSchema['properties']) ? inputSchema['properties'] : {};
  return Object.fromEntries(
    Object.entries(args).filter(([name]) => !added.includes(name) || Object.hasOwn(declared, name)),
  );
}

/**
 * Parses the arguments of a tool call into an object; they may be JSON in a text. The size of arguments is checked here
 * and nowhere else. This file must not import zod, since the start of the program loads it.
 * @throws VisibilityError `invalid_arguments`
 */
function boundedObject(tool: string, args: unknown): Arguments {
  const values = parsedObject(tool, args);
  if (values === undefined)
    throw new VisibilityError('invalid_arguments', `${tool}: arguments must be an object`, {
      outcome: 'not_sent',
      fields: { arguments: ['must be an object'] },
    });
  boundedArguments(tool, values);
  return values;
}

function parsedObject(tool: string, args: unknown): Arguments | undefined {
  if (args === undefined || args === null || args === '') return {};
  if (typeof args !== 'string' || !/^\s*[[{]/.test(args)) return isFields(args) ? args : undefined;
  try {
    const json = boundedJson(tool)(args);
    return isFields(json) ? json : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
