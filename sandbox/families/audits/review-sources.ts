import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { keyedKind, type Id, type Row } from '../../engine/documents.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { lastPull, reviews, showReview, showSource, sources, type Review, type ReviewSource } from './review-source.ts';
import type { World } from '../../engine/world.ts';
import { slug } from '../shared/slug.ts';

const waitlist = keyedKind<{ platform: string; fields: Readonly<Record<string, unknown>> }, string>('review_waitlist');

/** Rules: docs/platform/audits.md#review-sources. */
export const reviewSourceFamily = implement('review_sources', {
  operations: {
    list: (call) => {
      const active = call.store.all(sources, { team: call.caller.team }).filter(({ body }) => body.status === 'active');
      return active.map((row) => showSource(call, row));
    },
    get: (call) => {
      const row = call.own(sources, call.input.id);
      return { ...showSource(call, row), reviews: call.store.all(reviews, { parent: row.id }).map(showReview) };
    },
    delete: (call) => call.delete(call.own(sources, call.input.id), reviews),
    rotate_key: (call) => {
      const row = call.own(sources, call.input.id);
      row.body.key = newKey(call);
      return { ...showSource(call, row), service_key: row.body.key };
    },
    disconnect: (call) => setStatus(call, 'paused'),
    reconnect: (call) => setStatus(call, 'active'),
    register: (call) => {
      const { platform, source_url } = call.input;
      const source = { platform, source_url, slug: newSlug(call, platform), key: newKey(call) };
      const row = call.add(sources, { ...source, status: 'active', pulled: false, since: call.now(), last_pull: null });
      return {
        ...showSource(call, row),
        service_key: source.key,
        webhook_url: call.address(`/api/v1/webhooks/reviews/${source.slug}`),
      };
    },
    join_waitlist: (call) => {
      const platform = String(call.openBody['platform'] ?? 'unnamed');
      const id = `${call.caller.team}:${platform.toLowerCase()}`;
      if (!call.store.get(waitlist, id)) call.add(waitlist, { platform, fields: call.openBody }, { id });
      return { platform, status: 'requested' };
    },
    push_review: (call) => {
      const row = keyed(call, call.input);
      if (row.body.status === 'paused') throw refuse(409, 'The source is paused; reconnect it first.');
      const { source: _, service_key: __, ...sent } = call.input;
      // Some places number their reviews.
      const review = { ...sent, external_id: String(sent.external_id) };
      const existing = call.store
        .all(reviews, { parent: row.id })
        .find(({ body }) => body.external_id === review.external_id);
      const { id } = existing ?? call.add(reviews, review, { team: row.team, parent: row.id });
      return { received: true, review_id: id, duplicate: existing !== undefined };
    },
  },

  checksKey: { push_review: (world, sent) => void keyed(world, sent) },

  seed: ({ store, add, invent, now }) => {
    const places: readonly [number, string, string, number][] = [
      [1, 'trustcircle', 'https://trustcircle.example/fjordkiste', 4],
      [1, 'shopstars', 'https://shopstars.example/moosgarten', 2],
      [2, 'tablenotes', 'https://tablenotes.example/linde', 3],
    ];
    for (const [team, platform, source_url, count] of places) {
      const key = `rsk_${invent('review key', platform).token(28)}`;
      const source = { platform, source_url, slug: newSlug({ store }, platform), key };
      const pulled = { status: 'active', pulled: true, since: now(), last_pull: now() } as const;
      const { id } = add(sources, { ...source, ...pulled }, { team });
      for (let n = 1; n <= count; n += 1) {
        add(reviews, sample(platform, n, invent(platform, n).whole(3, 5), iso(now())), { team, parent: id });
      }
    }
  },
});

/** The source of a push. Its key is checked before the body, and an unknown source has no valid key. */
function keyed(
  { store }: Pick<World, 'store'>,
  { source, service_key }: Readonly<Record<string, unknown>>,
): Row<ReviewSource> {
  const row = store.all(sources).find(({ body }) => body.slug === source);
  if (!row || row.body.key !== service_key) throw refuse(401, 'The key is not the one of this source.');
  return row;
}

/** Repeating changes nothing. */
function setStatus(call: Call<{ readonly id: Id }>, status: ReviewSource['status']) {
  const row = call.own(sources, call.input.id);
  if (row.body.status !== status) {
    Object.assign(row.body, { last_pull: lastPull(row.body, call.now()), since: call.now(), status });
  }
  return showSource(call, row);
}

const newKey = ({ invent, store }: Call): string => `rsk_${invent('review key', store.next('review_key')).token(28)}`;

/** A unique word for the webhook's address. */
function newSlug({ store }: Pick<Call, 'store'>, platform: string): string {
  return `${slug(platform) || 'source'}-${store.next('review_slug')}`;
}

const sample = (platform: string, n: number, rating: number, submitted_at: string): Review => ({
  external_id: `${platform}-${n}`,
  rating,
  title: rating > 3 ? 'Arrived early' : 'Box was dented',
  body: 'An invented review of something nobody bought.',
  author: `Invented customer ${n}`,
  submitted_at,
  url: `https://${platform}.example/reviews/${n}`,
});
