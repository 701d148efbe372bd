import * as z from 'zod';
import { count, date, flag, id, number, text, timestamp, url } from '../../vocabulary/fields.ts';
import { assumed, del, family, get, likely, list, maybe, one, post } from '../../vocabulary/index.ts';

/** Rules: docs/platform/audits.md#review-sources. */
const source = {
  id,
  platform: text,
  source_url: text,
  status: z.enum(['active', 'paused']),
  avg_rating: number.nullable(),
  total_reviews: count,
  last_pull_at: timestamp.nullable(),
  slug: text,
  ...maybe({ service_key: text.describe('Masked, except in the answer that made it') }),
};

const review = maybe({
  id,
  external_id: z.union([text, number]),
  rating: number,
  title: text,
  body: text,
  author: text,
  submitted_at: timestamp,
  url: text,
});

const slug = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/)
  .describe('The slug that review_sources.list gives');

/** Rules: docs/platform/audits.md#review-sources. */
export const reviewSources = family(
  'review_sources',
  'Places where customers review the brand, consolidated: pulls, and a webhook to push reviews to',
  {
    words: 'reviews ratings stars trustpilot reputation customers customer reviews from portals like trustpilot',
  },
  () => ({
    list: get('/review-sources', {
      does: 'List the active review sources',
      asked:
        'ratings average, which review portals are connected, how many stars do we have, average rating, connected portals, star average per portal, trustpilot and google ratings, our customer review sources',
      output: list(source),
      concise: 'id platform source_url status avg_rating total_reviews last_pull_at',
    }),
    get: get('/review-sources/{id}', {
      does: 'Show a review source with its current reviews',
      asked:
        'ratings texts, what do customers write about us, read the reviews of a portal, customer opinions texts of one portal, what do our reviews say, latest reviews',
      output: one({ ...source, ...maybe({ reviews: z.array(z.looseObject(review)) }) }),
    }),
    delete: del('/review-sources/{id}', {
      does: 'Delete a review source and all reviews pulled from it',
      changes: 'Its pulled reviews go with it. review_sources.disconnect keeps them.',
      asked: 'remove, remove a review portal and its reviews, unregister portal completely',
    }),
    rotate_key: post('/review-sources/{id}/rotate-key', {
      does: 'Replace the key that pushes reviews to a source; shown this once, and the old one ends at once',
      changes: 'Pushes with the old key are refused from now on. The new key is shown only this once.',
      asked:
        'new secret api key for a review portal, the key leaked, renew webhook secret, the review key got out, stolen',
      output: assumed({ ...source, service_key: text }),
      shownOnce: ['service_key'],
      effect: 'delete',
    }),
    disconnect: post('/review-sources/{id}/disconnect', {
      does: 'Pause a review source; its reviews are kept',
      changes: 'review_sources.reconnect undoes it.',
      asked:
        'stop disable, stop fetching reviews for a while but keep them, pause portal, temporarily stop portal, suspend collecting reviews',
      output: assumed(source),
    }),
    reconnect: post('/review-sources/{id}/reconnect', {
      does: 'Reactivate a paused review source',
      changes: 'Pulls go on every 6 hours.',
      asked: 'resume enable start, fetch reviews again, turn a paused portal back on, start collecting reviews again',
      output: assumed(source),
    }),
    register: post('/review-sources/webhook', {
      does: 'Register a review source that pushes its reviews to the webhook',
      changes: 'Embedded platform: shows the key this once; review_sources.rotate_key makes another.',
      asked: 'add new connect create webhook, connect a new review portal, add trustpilot, hook up portal by webhook',
      output: assumed({ ...source, slug: text, service_key: text, webhook_url: text }),
      shownOnce: ['service_key'],
      input: { platform: text, source_url: url },
      status: 201,
    }),
    join_waitlist: post('/review-sources/waitlist', {
      does: 'Ask for a review platform that is not supported yet',
      asked:
        'request missing platform, our review portal is not supported, put us on the waiting list, vote for unsupported portal, notify when available',
      output: assumed({ platform: text, status: text }),
      likely: { platform: likely(text, 'the platform wanted; register takes one', 'name platform_name') },
    }),
    push_review: post('/webhooks/reviews/{source}', {
      idFrom: { source: 'review_sources.list' },
      does: 'Push one review to a source with its own key; a known external_id is taken once only',
      changes: 'A known external_id is not inserted again.',
      asked: 'submit webhook, send a customer review in from our own system, post inbound review with source key',
      remedies: { 401: 'review_sources.rotate_key' },
      example: { source: 'trustcircle-1' },
      input: {
        source: slug,
        service_key: text.describe('The key of the source, from register or rotate_key; no API token'),
        external_id: z.union([text, number]).describe('What the review is known by at its origin'),
        rating: number,
        title: z.string(),
        body: z.string(),
        author: z.string(),
        submitted_at: date.describe('ISO 8601, UTC'),
        url,
      },
      headers: { service_key: 'X-Service-Key' },
      output: { received: flag, review_id: id, duplicate: flag },
      audience: { who: 'public' },
      refuses: { 401: 'for a wrong key' },
    }),
  }),
);
