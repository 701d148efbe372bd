import type { OperationName } from '../../src/catalog/index.ts';
import type { Id } from './documents.ts';

/** An event that subscribers are notified of (docs/platform/events.md#envelope). */
export interface PlatformEvent {
  readonly type: PlatformEventType;
  readonly team: number;
  /** Platform time, milliseconds. */
  readonly at: number;
  /** Its content, apart from the address of the resource. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The operation that reads the whole resource, and its path parameter. */
  readonly resource: readonly [operation: OperationName, id: Id];
}

/** Rules: docs/platform/events.md#types. */
export type PlatformEventType =
  | 'article.generated'
  | 'article.optimized'
  | 'article.published'
  | 'tracking.run.completed'
  | 'tracking.report.ready'
  | 'content_audit.completed'
  | 'content_optimizer.completed'
  | 'competitor_analysis.completed'
  | 'backlinks.refreshed'
  | 'humanize.batch.completed'
  | 'bulk_generation.completed'
  | 'pipeline.stage.completed'
  | 'keyword.expansion.completed';
