import * as z from 'zod';
import type { Pins } from '../../catalog/index.ts';
import { localAnnotations } from '../definition/annotations.ts';
import { text } from '../definition/tool-arguments.ts';
import { defineTool } from '../definition/define-tool.ts';
import { outputSchema } from '../results/output-schema.ts';
import type { Tool } from '../definition/tool.ts';

const input = () => ({
  query: text.optional(),
  queries: z.array(text).max(5).optional(),
  family: text.describe('Only this one').optional(),
  as: z.enum(['code']).describe('Adds TypeScript types').optional(),
  limit: z.int().min(1).max(50).describe('Default 5').optional(),
});

/** Search over all operations, and the index of families. */
export const findOperations = (pins?: Pins): Tool =>
  defineTool({
    name: 'find_operations',
    title: 'Find operations',
    about: 'Find operations of the platform by what they do',
    description:
      'Search the operations by what you want done ("pin a file"). `call` of a hit has all: arguments (? optional, ~ likely, undocumented; ids by the operation listing them) → fields answered; effect, price. Use it in call_<effect>, or in run_code. Without query: the families.',
    input,
    output: outputSchema({ operations: 'list', families: 'object', results: 'list' }),
    annotations: localAnnotations,
    run: async (args) => (await import('./answer-search.ts')).answerSearch(args, pins),
  });
