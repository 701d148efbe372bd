import * as z from 'zod';
import type { Pins } from '../../catalog/index.ts';
import { localAnnotations } from '../definition/annotations.ts';
import { text } from '../definition/tool-arguments.ts';
import { defineTool } from '../definition/define-tool.ts';
import { success } from '../results/result.ts';
import type { Tool } from '../definition/tool.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** The schema shows a list; for a single name, the result is the description itself. */
const input = () => ({ operation: z.union([z.array(text).min(1).max(5), text]) });

/** All facts needed to call an operation, or up to five operations. */
export const describeOperation = (pins?: Pins): Tool =>
  defineTool({
    name: 'describe_operation',
    title: 'Describe an operation',
    about: "Show an operation's arguments, price and limits",
    description:
      'What `call` has no room for, of up to five operations: arguments in words, limits, job, refusals, answer, example.',
    input,
    annotations: localAnnotations,
    run: async ({ operation }) => {
      const [{ resolveOperation }, { descriptionOf }, { withoutPinned }] = await Promise.all([
        import('./resolve-operation.ts'),
        import('./description.ts'),
        import('../../catalog/pins.ts'),
      ]);
      const describe = async (name: string) => descriptionOf(withoutPinned(await resolveOperation(name), pins));
      if (typeof operation === 'string') return success(await describe(operation));
      if (operation.length === 1) return success(await Promise.all(operation.map(describe)));
      return success(await Promise.all(operation.map((name) => orRefusal(name, describe))));
    },
  });

/** Describes each operation on its own, so that one wrong name does not fail the others. */
async function orRefusal(
  name: string,
  describe: (name: string) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  try {
    return await describe(name);
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    return { operation: name.slice(0, 80), error: error.message };
  }
}
