import { operationNamed } from '../../src/catalog/index.ts';
import type { Client } from '../../src/client/client.ts';
import { createTools } from '../../src/tools/index.ts';
import type { ToolOptions } from '../../src/tools/definition/tool-options.ts';
import { readCallOf } from '../../src/tools/definition/read-call.ts';
import { runTool } from '../../src/tools/results/run-tool.ts';
import { noSecrets } from '../support/no-secrets.ts';
import type { Tool, ToolContext, ToolResult } from '../../src/tools/definition/tool.ts';

export const options: ToolOptions = { toolsets: [], readOnly: false, maxWaitSeconds: 45 };

/** The tool of that name. */
function toolOf(client: Client, name: string, given: Partial<ToolOptions> = {}): Tool {
  const tool = createTools(client, { ...options, ...given }).find((one) => one.name === name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

/** Runs a tool as a local host would. */
export const run = async (
  client: Client,
  name: string,
  args: unknown,
  context: Partial<ToolContext> = {},
  given: Partial<ToolOptions> = {},
): Promise<ToolResult> =>
  runTool(await readCallOf(toolOf(client, name, given), args), { files: { folders: [] }, ...context }, noSecrets);

type Given = Readonly<Record<string, unknown>>;

/** Calls an operation by the tool of its effect; `view` are further arguments of the tool. */
export const callOperation = (
  client: Client,
  operation: string,
  given?: Given,
  view?: Given,
  context?: Partial<ToolContext>,
  more?: Partial<ToolOptions>,
): Promise<ToolResult> =>
  run(client, `call_${operationNamed(operation).effect}`, { operation, arguments: given, ...view }, context, more);

// A result is what a model reads: tests look into it as loosely as a model does.
// oxlint-disable-next-line no-explicit-any
export const dataOf = (result: ToolResult): any => result.structured['data'];
// oxlint-disable-next-line no-explicit-any
export const errorOf = (result: ToolResult): any => result.structured['error'];
