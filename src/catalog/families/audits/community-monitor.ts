import * as z from 'zod';
import { id, text, timestamp } from '../../vocabulary/fields.ts';
import { alias, assumed, family, fixed, get, maybe, one, paged, post, type Row } from '../../vocabulary/index.ts';

const mention = {
  id,
  ...maybe({ keyword: text, platform: text, title: text, url: text, sentiment: text, found_at: timestamp }),
};

const mentions = {
  does: 'List mentions found in online communities',
  asked:
    'posts threads reddit social listening, where do people on reddit social media talk about us, posts that mention our brand, brand mentions found on reddit, social listening results, what is the talk on reddit',
  output: paged(mention),
} as const satisfies Row;

const scan = {
  does: 'Scan online communities for a keyword',
  changes: 'Each scan is charged. Embedded platform: adds mentions and alerts.',
  output: assumed({ message: text, scan_id: id, status: text }),
  asked:
    'search listen start reddit forums find, search reddit quora for our name now, look for posts about a topic, start social listening, look through reddit and quora',
  input: { keyword: text, platforms: z.array(text).min(1) },
  price: fixed(5),
  status: 202,
  shows: 'community_monitor.mentions, once the scan has run',
} as const satisfies Row;

const alerts = {
  does: 'List alerts of the community monitor',
  asked:
    'notifications warnings, did something happen on social media, warnings about mentions, negative buzz, social alerts, notifications about mentions',
  output: paged({ id, ...maybe({ mention_id: id, message: text, created_at: timestamp }) }),
} as const satisfies Row;

/** docs/platform/audits.md#community-monitor; the older addresses: docs/platform/conventions.md#versions. */
export const communityMonitor = family(
  'community_monitor',
  'What online communities say about a keyword or brand',
  {
    words:
      'social listening reddit quora forums mentions brand monitoring what people say on reddit quora social media',
  },
  () => ({
    mentions: get('/community-monitor/mentions', mentions),
    mention: get('/community-monitor/mentions/{id}', {
      does: 'Show one mention',
      asked: 'post details, read one post that mentions us, details of a found post',
      output: one(mention),
    }),
    scan: post('/community-monitor/scan', scan),
    alerts: get('/community-monitor/alerts', alerts),
    mentions_by_old_path: alias('community_monitor.mentions', get('/community/mentions', mentions)),
    scan_by_old_path: alias('community_monitor.scan', post('/community/scan', scan)),
    alerts_by_old_path: alias('community_monitor.alerts', get('/community/alerts', alerts)),
  }),
);
