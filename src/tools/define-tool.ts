import type { Effect } from '../catalog/operation.ts';
import { readArguments, type ArgumentsSchema, type Read } from './calling/read-arguments.ts';
import type { Tool, ToolContext, ToolResult } from './tool.ts';

/** What a tool is shown as, its arguments, and what it does with them. */
export interface ToolDefinition<S extends ArgumentsSchema> extends Omit<Tool, 'inputSchema' | 'outputSchema' | 'read'> {
  readonly input: S;
  /** By `outputSchema`. */
  readonly output?: object | undefined;
  /** What a call may do to the platform. Default: read, where the annotations say so, and anything otherwise. */
  readonly effects?: ((args: Read<S>) => readonly Effect[]) | undefined;
  /** Completes the reading of arguments where their schema cannot. Pure and idempotent; throws to refuse. */
  readonly complete?: ((args: Read<S>) => Read<S> | Promise<Read<S>>) | undefined;
  readonly run: (args: Read<S>, context: ToolContext) => Promise<ToolResult>;
}

/** A tool whose arguments are read by their schema. */
export function defineTool<const S extends ArgumentsSchema>(definition: ToolDefinition<S>): Tool {
  const { input, output, effects, complete, run, ...shown } = definition;
  const { name, title, annotations } = shown;
  const usual: readonly Effect[] = annotations.readOnlyHint ? ['read'] : ['read', 'write', 'delete', 'paid'];
  return {
    ...shown,
    inputSchema: input,
    outputSchema: output,
    annotations: { title, ...annotations },
    async read(rawArguments) {
      const plain = readArguments(name, input, rawArguments);
      const args = complete ? await complete(plain) : plain;
      return { args, effects: effects?.(args) ?? usual, run: (context) => run(args, context) };
    },
  };
}
