import type { OperationName } from './operation-types.ts';

/** The operations whose jobs an event reports. */
interface EventType {
  /** Operations for which the event reports the end of every job. */
  readonly reports: readonly OperationName[];
  /** Operations for which the contract does not say whether it does. */
  readonly mayReport?: readonly OperationName[] | undefined;
}

/** Events that report the end of jobs (docs/platform/events.md#types). */
export const eventTypes: Readonly<Record<string, EventType>> = {
  'article.generated': {
    reports: ['articles.generate', 'articles.generate_standalone', 'calendar.generate_article'],
    mayReport: ['articles.repurpose', 'storylines.assemble_article'],
  },
  'article.optimized': { reports: ['articles.optimize'] },
  'tracking.run.completed': { reports: ['tracking.run'] },
  'tracking.report.ready': { reports: [], mayReport: ['reality_check.generate_report'] },
  'content_audit.completed': { reports: ['content_audits.create'] },
  'content_optimizer.completed': { reports: ['content_optimizer.analyze'], mayReport: ['content_optimizer.apply'] },
  'competitor_analysis.completed': { reports: ['competitor_analyses.create'] },
  'humanize.batch.completed': { reports: ['humanizer.humanize'] },
  'bulk_generation.completed': { reports: ['bulk_generations.create'] },
  'pipeline.stage.completed': { reports: ['pipelines.create', 'pipelines.retry'] },
  'keyword.expansion.completed': { reports: ['keywords.expand'] },
};

/** Jobs whose results are posted to a `callback_url` (docs/platform/events.md#callbacks). */
export const callbackOperations: readonly OperationName[] = ['grounding.batch', 'grounding.sitemap_audit'];
