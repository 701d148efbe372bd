import type { Effect } from '../../catalog/index.ts';
import { toolSchemaOf } from './tool-schema.ts';
import { declaredArguments, readToolArguments, type ArgumentShape, type ToolArgumentsOf } from './tool-arguments.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';

/** The declaration of a tool: how it is listed, its arguments, and what it does with them. */
export interface ToolDefinition<S extends ArgumentShape> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'read'> {
  /** Called when a call or a list first needs the arguments, so that the start of the program does not have to declare them. */
  readonly input: () => S;
  /** By `outputSchema`. */
  readonly output?: object | undefined;
  /** What a call may do to the platform. Default: read if the annotations say so, otherwise anything. */
  readonly effects?: ((args: ToolArgumentsOf<S>) => readonly Effect[]) | undefined;
  /** Checks and completes the arguments beyond what their declaration can. Pure and idempotent; throws to refuse. */
  readonly complete?: ((args: ToolArgumentsOf<S>) => ToolArgumentsOf<S> | Promise<ToolArgumentsOf<S>>) | undefined;
  readonly run: (args: ToolArgumentsOf<S>, context: ToolContext) => Promise<ToolResult>;
}

/** Makes a tool that reads its arguments by their declaration. */
export function defineTool<const S extends ArgumentShape>(definition: ToolDefinition<S>): Tool {
  const { input, output, effects, complete, run, ...shown } = definition;
  const { name, title, annotations } = shown;
  const onlyReads = annotations.readOnlyHint === true;
  const usual: readonly Effect[] = onlyReads ? ['read'] : ['read', 'write', 'delete', 'paid'];
  return {
    ...shown,
    get inputSchema() {
      return toolSchemaOf(declaredArguments(input));
    },
    outputSchema: output,
    annotations: { title, ...annotations },
    async read(rawArguments) {
      const plain = readToolArguments({ name, onlyReads }, declaredArguments(input), rawArguments);
      const args = complete ? await complete(plain) : plain;
      return { args, effects: effects?.(args) ?? usual, run: (context) => run(args, context) };
    },
  };
}
