import type { Effect } from '../catalog/operation.ts';
import { readArguments, type ArgumentsSchema, type Read } from './calling/read-arguments.ts';
import type { ViewName } from '../views/view-name.ts';
import type { Annotations, Tool, ToolContext, ToolResult } from './tool.ts';

/** A tool from its arguments, which are read by the schema, and what it does with them. */
export function defineTool<const S extends ArgumentsSchema>(definition: {
  readonly name: string;
  readonly title: string;
  readonly about?: string | undefined;
  readonly description: string;
  readonly input: S;
  /** By `outputSchema`. */
  readonly output?: object | undefined;
  readonly annotations: Annotations;
  readonly view?: ViewName | undefined;
  readonly picture?: boolean | undefined;
  /** What a call may do to the platform. Default: read, where the annotations say so, and anything otherwise. */
  readonly effects?: ((given: Read<S>) => readonly Effect[]) | undefined;
  /** Completes the reading of arguments where their schema cannot. Pure and idempotent; throws to refuse. */
  readonly complete?: ((given: Read<S>) => Read<S> | Promise<Read<S>>) | undefined;
  readonly run: (given: Read<S>, context: ToolContext) => Promise<ToolResult>;
}): Tool {
  const { name, title, about, description, input, output, annotations, view, picture, effects, complete, run } =
    definition;
  const usual: readonly Effect[] = annotations.readOnlyHint ? ['read'] : ['read', 'write', 'delete', 'paid'];
  return {
    name,
    title,
    about,
    description,
    inputSchema: input,
    outputSchema: output,
    annotations: { title, ...annotations },
    view,
    picture,
    async read(given) {
      const plain = readArguments(name, input, given);
      const args = complete ? await complete(plain) : plain;
      return { args, effects: effects?.(args) ?? usual, run: (context) => run(args, context) };
    },
  };
}
