import * as z from 'zod';
import { family, get, key, list, number, text } from '../../vocabulary/index.ts';

const category = z.enum(['entity', 'extraction', 'schema', 'evidence', 'eeat', 'indexability', 'offpage']);

/** Rules: docs/platform/insights.md#criteria. */
export const geoCriteria = family(
  'geo_criteria',
  'What makes a page fit to be cited by AI assistants, each criterion with its evidence',
  { words: 'geo aeo checklist ranking factors best practices' },
  () => ({
    list: get('/geo-criteria', {
      does: 'List the criteria of citation readiness with their weight and source',
      asked:
        'checklist factors signals rules, what makes a page citable, rules for getting quoted by ai, checklist, what counts and what evidence is there, evidence based checklist for ai citations, generative engine optimization rules',
      input: { category: category.optional() },
      output: list({
        id: key,
        label: text,
        description: text,
        category,
        engine_signal: z.unknown(),
        dimension: z.enum(['technical', 'content']),
        evidence_tier: z.unknown(),
        study_source: text.nullable(),
        score_weight: number,
        shapes: z.array(z.enum(['audit', 'score', 'prompt', 'offpage'])),
      }),
    }),
  }),
);
