import { boundedArguments } from '../client/call/bounded-arguments.ts';
import { isVisibilityError } from '../client/errors/visibility-error.ts';
import { toErrorResult } from './results/error-result.ts';
import { readArguments, type ArgumentsSchema, type Read } from './calling/read-arguments.ts';
import type { ViewName } from '../views/view-name.ts';
import type { Annotations, Tool, ToolContext, ToolResult } from './tool.ts';

/**
 * A tool from its arguments and what it does with them. Arguments are read by the schema, and whatever
 * is thrown becomes a refusal, so that `run` never rejects.
 */
export function defineTool<const S extends ArgumentsSchema>(definition: {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: S;
  /** By `outputSchema`. */
  readonly output?: object;
  readonly annotations: Annotations;
  readonly view?: ViewName;
  readonly run: (given: Read<S>, context: ToolContext) => Promise<ToolResult>;
}): Tool {
  const { name, title, description, input, output, annotations, view, run } = definition;
  return {
    name,
    title,
    description,
    inputSchema: input,
    ...(output ? { outputSchema: output } : {}),
    annotations: { title, ...annotations },
    ...(view ? { view } : {}),
    run: (given, context) =>
      guarded(async () => {
        if (typeof given === 'object' && given !== null) boundedArguments(name, given);
        return run(readArguments(name, input, given), context);
      }, context),
  };
}

/** The result of `run`, or of the refusal it throws. */
export async function guarded(
  run: () => Promise<ToolResult>,
  { signal, onDefect }: Pick<ToolContext, 'signal' | 'onDefect'>,
): Promise<ToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!isVisibilityError(error) && !signal?.aborted) onDefect?.(error);
    return toErrorResult(error, signal);
  }
}
