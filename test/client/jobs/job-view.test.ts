import { expect, test } from 'vitest';
import { toJobView } from '../../../src/client/jobs/job-view.ts';
import type { Entry } from '../../../src/state/entry.ts';

const entryOf = (more: Partial<Entry>): Entry =>
  ({
    id: 'job-1',
    operation: 'articles.generate',
    arguments: {},
    money: 'settled',
    estimate: 5,
    charged: 5,
    confirmation: null,
    state: 'completed',
    watch: null,
    reservedAt: 0,
    endedAt: 0,
    error: null,
    ...more,
  }) as Entry;

test.each<[string, true | undefined, Partial<Entry>]>([
  ['a price of the list', undefined, {}],
  ['what a job draws once it knows how much', true, { operation: 'accuracy.reverify' }],
  ['a price that the answer may correct', true, { operation: 'ai_scanner.detect' }],
  ['an amount that the answer states', undefined, { operation: 'ai_scanner.detect', confirmation: 'stated' }],
  ['nothing drawn', undefined, { operation: 'keyword_suggestions.sitemap_scan', charged: 0 }],
  ['a maximum', true, { operation: 'competitor_analyses.create' }],
  ['a maximum found in the history', undefined, { operation: 'competitor_analyses.create', confirmation: 'found' }],
  ['credits still due', undefined, { operation: 'competitor_analyses.create', money: 'due', charged: null }],
])('%s: unconfirmed is %s', (_, unconfirmed, more) => {
  expect(toJobView(entryOf(more)).credits.unconfirmed).toBe(unconfirmed);
});

test('the reason of a doubt is no error of a job that has ended well', () => {
  const error = 'the connection was lost';
  expect(toJobView(entryOf({ error })).error).toBeUndefined();
  expect(toJobView(entryOf({ error, state: 'unknown' })).error).toBe(error);
});
