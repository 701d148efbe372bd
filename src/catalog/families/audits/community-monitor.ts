import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { alias, family, fixed, get, one, paged, post, type Row, assumed } from '../../operation.ts';

const mentions = {
  does: 'List mentions found in online communities',
  words: 'posts threads reddit social listening',
  output: paged({ id }),
} as const satisfies Row;

const scan = {
  does: 'Scan online communities for a keyword',
  changes: 'Adds mentions and alerts. Each scan is charged.',
  output: assumed({ message: text, scan_id: id, status: text }),
  words: 'search listen start reddit forums find',
  input: { keyword: text, platforms: z.array(text).min(1) },
  price: fixed(5),
  status: 202,
  shows: 'community_monitor.mentions, once the scan has run',
} as const satisfies Row;

const alerts = {
  does: 'List alerts of the community monitor',
  words: 'notifications warnings',
  output: paged({ id }),
} as const satisfies Row;

/** Document 3, "Community monitor"; the older addresses: document 1, "Versioning", rule 4. */
export const communityMonitor = family(
  'community_monitor',
  'What online communities say about a keyword or brand',
  { words: 'social listening reddit quora forums mentions brand monitoring' },
  () => ({
    mentions: get('/community-monitor/mentions', mentions),
    mention: get('/community-monitor/mentions/{id}', {
      does: 'Show one mention',
      words: 'post details',
      output: one({ id }),
    }),
    scan: post('/community-monitor/scan', scan),
    alerts: get('/community-monitor/alerts', alerts),
    mentions_by_old_path: alias('community_monitor.mentions', get('/community/mentions', mentions)),
    scan_by_old_path: alias('community_monitor.scan', post('/community/scan', scan)),
    alerts_by_old_path: alias('community_monitor.alerts', get('/community/alerts', alerts)),
  }),
);
