import type { OperationName } from './operation-types.ts';

/** Operations whose jobs an event is about. */
interface EventType {
  /** The event reports every end of such a job. */
  readonly tells: readonly OperationName[];
  /** The contract does not say whether it reports their ends as well. */
  readonly mayTell?: readonly OperationName[] | undefined;
}

/** Document 1, "Event types", as far as jobs of this catalog end with them. A grounding callback is document 3's. */
export const eventTypes: Readonly<Record<string, EventType>> = {
  'article.generated': {
    tells: ['articles.generate', 'articles.generate_standalone', 'calendar.generate_article'],
    mayTell: ['articles.repurpose', 'storylines.assemble_article'],
  },
  'article.optimized': { tells: ['articles.optimize'] },
  'tracking.run.completed': { tells: ['tracking.run'] },
  'tracking.report.ready': { tells: [], mayTell: ['reality_check.generate_report'] },
  'content_audit.completed': { tells: ['content_audits.create'] },
  'content_optimizer.completed': { tells: ['content_optimizer.analyze'], mayTell: ['content_optimizer.apply'] },
  'competitor_analysis.completed': { tells: ['competitor_analyses.create'] },
  'humanize.batch.completed': { tells: ['humanizer.humanize'] },
  'bulk_generation.completed': { tells: ['bulk_generations.create'] },
  'pipeline.stage.completed': { tells: ['pipelines.create', 'pipelines.retry'] },
  'keyword.expansion.completed': { tells: ['keywords.expand'] },
};

/** Jobs whose results are posted to a `callback_url` (document 3, "Callbacks"). */
export const callbackOperations: readonly OperationName[] = ['grounding.batch', 'grounding.sitemap_audit'];
