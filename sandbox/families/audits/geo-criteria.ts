import { implement, type ItemOf } from '../../engine/implement.ts';

type Criterion = ItemOf<'geo_criteria.list'>;

type Sample = readonly [
  id: string,
  category: Criterion['category'],
  label: string,
  dimension: 'technical' | 'content',
  weight: number,
  shapes: Criterion['shapes'],
];

const samples: readonly Sample[] = [
  ['named_entity', 'entity', 'The subject is named in the first sentence', 'content', 8, ['audit', 'score', 'prompt']],
  ['answer_first', 'extraction', 'Each section opens with its answer', 'content', 9, ['audit', 'score', 'prompt']],
  ['short_tables', 'extraction', 'Comparisons stand in tables', 'content', 5, ['audit', 'prompt']],
  ['article_schema', 'schema', 'Article markup is present and true', 'technical', 6, ['audit', 'score']],
  ['sourced_figures', 'evidence', 'Figures carry their source', 'content', 10, ['audit', 'score', 'prompt']],
  ['named_author', 'eeat', 'An author with a field is named', 'content', 7, ['audit', 'score']],
  ['open_to_bots', 'indexability', 'AI crawlers may read the page', 'technical', 10, ['audit', 'score']],
  ['mentions_elsewhere', 'offpage', 'Others write about the brand', 'content', 6, ['score', 'offpage']],
];

/** docs/platform/insights.md#criteria: one invented criterion or two a category. */
export const geoCriteriaFamily = implement('geo_criteria', {
  operations: {
    list: ({ input }) =>
      samples
        .filter(([, category]) => input.category === undefined || category === input.category)
        .map(([id, category, label, dimension, score_weight, shapes]) => ({
          id,
          label,
          description: `${label}. An invented criterion of the sandbox.`,
          category,
          engine_signal: id,
          dimension,
          evidence_tier: score_weight > 8 ? 'A' : 'B',
          study_source: null,
          score_weight,
          shapes,
        })),
  },
});
