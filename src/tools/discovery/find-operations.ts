import type { Pins } from '../../catalog/pins.ts';
import { local } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import { outputSchema } from '../results/output-schema.ts';
import type { Tool } from '../tool.ts';

/** Search over all operations, and the index of families. */
export const findOperations = (pins?: Pins): Tool =>
  defineTool({
    name: 'find_operations',
    title: 'Find operations',
    description:
      'Search the platform\'s operations by what you want done, in plain words ("pin a file", "money left"). Gives name, effect, credits, arguments, examples. Without query: the families; with family only: its operations. Then call_read, call_write, call_delete or call_paid; describe_operation for details.',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        queries: { type: 'array', items: { type: 'string' }, maxItems: 5, description: 'Several, up to 5' },
        family: { type: 'string', description: 'Only this family' },
        as: { type: 'string', enum: ['code'], description: 'TypeScript signatures, for run_code' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: '1 to 50, default 8' },
      },
    },
    output: outputSchema({ operations: 'list', families: 'object', results: 'list' }),
    annotations: local,
    run: async (given) => (await import('./answer-search.ts')).answerSearch(given, pins),
  });
