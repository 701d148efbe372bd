import { local } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import { success } from '../results/result.ts';
import type { Tool } from '../tool.ts';

/** Everything there is to know before calling one operation. */
export const describeOperation = (): Tool =>
  defineTool({
    name: 'describe_operation',
    title: 'Describe an operation',
    description:
      'All about one operation: arguments and their rules, price, limits, job, refusals, answer, and an example call. Takes a name such as storylines.create, or METHOD /path.',
    input: { type: 'object', properties: { operation: { type: 'string' } }, required: ['operation'] },
    annotations: local,
    run: async ({ operation }) => {
      const [{ resolveOperation }, { descriptionOf }] = await Promise.all([
        import('./resolve-operation.ts'),
        import('./description.ts'),
      ]);
      return success(descriptionOf(resolveOperation(operation)));
    },
  });
