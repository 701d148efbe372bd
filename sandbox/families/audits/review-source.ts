import type { CallOf } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { iso, minutes } from '../../engine/platform-time.ts';
import type { World } from '../../engine/world.ts';

/** Rules: docs/platform/audits.md#review-sources. */
export interface ReviewSource {
  platform: string;
  source_url: string;
  status: 'active' | 'paused';
  slug: string;
  key: string;
  /** Whether the platform pulls its reviews, or they are pushed. */
  pulled: boolean;
  /** Platform time of the last activation, and of the last pull before that. */
  since: number;
  last_pull: number | null;
}

export type Review = Omit<CallOf<'review_sources.push_review'>['input'], 'source' | 'service_key'>;

export const sources = kind<ReviewSource>('review_source');
export const reviews = kind<Review>('review');

const pullEvery = 6 * 60 * minutes;

/** docs/platform/audits.md#review-sources: every 6 hours while active. Pulls need no job, since only their time is visible. */
export function lastPull({ status, pulled, since, last_pull }: ReviewSource, now: number): number | null {
  const pulls = Math.floor((now - since) / pullEvery);
  return pulled && status === 'active' && pulls > 0 ? since + pulls * pullEvery : last_pull;
}

export function showSource({ store, now }: World, { id, body }: Row<ReviewSource>) {
  const ratings = store.all(reviews, { parent: id }).map((review) => review.body.rating);
  const pulled = lastPull(body, now());
  return {
    id,
    platform: body.platform,
    source_url: body.source_url,
    status: body.status,
    slug: body.slug,
    avg_rating: ratings.length
      ? Math.round((ratings.reduce((sum, one) => sum + one, 0) / ratings.length) * 100) / 100
      : null,
    total_reviews: ratings.length,
    last_pull_at: pulled === null ? null : iso(pulled),
    service_key: `••••${body.key.slice(-4)}`,
  };
}

export const showReview = ({ id, body }: Row<Review>): Review & { id: number } => ({ id, ...body });
