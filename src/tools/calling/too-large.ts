import { boundedArguments } from '../../client/call/bounded-arguments.ts';
import { toErrorResult } from '../results/error-result.ts';
import type { ToolResult } from '../tool.ts';

/** The refusal of arguments that are too large to work on, or undefined. */
export function tooLarge(tool: string, args: object): ToolResult | undefined {
  try {
    boundedArguments(tool, args);
    return undefined;
  } catch (error) {
    return toErrorResult(error, undefined);
  }
}
