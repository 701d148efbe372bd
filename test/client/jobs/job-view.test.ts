import { expect, test } from 'vitest';
import { toJobView, type JobView } from '../../../src/client/jobs/job-view.ts';
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

const [epoch, answer] = [new Date(0).toISOString(), { text: 'Hi' }];
const watch = { operation: 'x.get', arguments: { id: 7 } };
const common = { answer, watch, platformState: 'awaiting_user', progress: 40 };
const none = ['data', 'error', 'watched_by', 'answer_with', 'joined'].map((name) => [name, undefined]);

test.each<[Partial<Entry>, string | undefined, Partial<JobView>]>([
  [{ state: 'starting', endedAt: null }, 'job_wait', { ended_at: undefined }],
  [{ state: 'running', operation: 'agentic_chat.chat' }, 'job_wait', {}],
  [
    { state: 'needs_you', operation: 'agentic_chat.chat' },
    'call_paid',
    { data: answer, answer_with: 'agentic_chat.answer_question' },
  ],
  [{ error: 'lost', operation: 'agentic_chat.chat' }, undefined, { data: answer }],
  [{ operation: 'orphan_scans.start', answer: null }, undefined, { watched_by: 'x.get {"id":7}' }],
  [{ operation: 'orphan_scans.start', state: 'failed', error: 'lost' }, undefined, { error: 'lost' }],
  [{ operation: 'none.such' }, undefined, { data: answer }],
  [{ operation: 'none.such', state: 'needs_you' }, undefined, { data: answer }],
  [{ operation: 'storylines.create', state: 'needs_you', answer: { data: { id: 7 } } }, undefined, { data: { id: 7 } }],
])('%o is shown with next %s and %o', (more, next, expected) => {
  const entry = entryOf({ ...common, ...more });
  const shown = { started_at: epoch, ended_at: epoch, platform_state: 'awaiting_user', progress: 40, ...expected };
  expect(toJobView(entry)).toMatchObject({
    ...Object.fromEntries(none),
    ...shown,
    credits: { estimated: 5, charged: 5 },
  });
  expect(toJobView(entry).next?.match(/job_wait|call_paid/)?.[0]).toBe(next);
  expect(toJobView(entry, { result: 7, joined: true })).toMatchObject({ data: 7, joined: true });
});
