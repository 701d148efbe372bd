import { family, get, id, list, maybe, text, timestamp } from '../../vocabulary/index.ts';

/** Rules: docs/platform/library.md#exports. */
export const exportsMade = family('exports', 'Exports the team has made', { words: 'downloads reports files' }, () => ({
  list: get('/exports', {
    does: "List the team's generated exports",
    asked: 'downloads reports, everything we exported so far, generated downloads, past exports of any kind',
    output: list(maybe({ id, name: text, type: text, status: text, download_url: text, created_at: timestamp })),
  }),
}));
