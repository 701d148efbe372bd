import type { Pins } from '../../catalog/pins.ts';
import { localAnnotations } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import { outputSchema } from '../results/output-schema.ts';
import type { Tool } from '../tool.ts';

/** Search over all operations, and the index of families. */
export const findOperations = (pins: Pins | undefined, workflows: readonly Tool[], programs: boolean): Tool =>
  defineTool({
    name: 'find_operations',
    title: 'Find operations',
    about: 'Find operations of the platform by what they do',
    description:
      'Search the operations by what you want done ("pin a file"). `call` of a hit has all: arguments (? optional, ~ likely, undocumented; ids by the operation listing them) → fields answered; effect, price. Use it in call_<effect>, or in run_code. Without query: the families.',
    input: {
      type: 'object',
      properties: {
        query: { type: 'string' },
        queries: { type: 'array', items: { type: 'string' }, maxItems: 5 },
        family: { type: 'string', description: 'Only this one' },
        as: { type: 'string', enum: ['code'], description: 'Adds TypeScript types' },
        limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default 5' },
      },
    },
    output: outputSchema({ operations: 'list', families: 'object', results: 'list' }),
    annotations: localAnnotations,
    run: async (args) => (await import('./answer-search.ts')).answerSearch(args, pins, workflows, programs),
  });
