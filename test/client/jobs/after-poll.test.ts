import { expect, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { afterFailedPoll, afterPoll } from '../../../src/client/jobs/after-poll.ts';
import type { JobStatus } from '../../../src/client/jobs/job-status.ts';
import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import { StateUnavailable } from '../../../src/state/sql/state-unavailable.ts';
import { type ErrorDetails, VisibilityError } from '../../../src/client/errors.ts';

const operation = operationNamed('storylines.create');
const hourMs = 3_600_000;
/** Its job is also over with the latest answer that has a text. */
const chat = operationNamed('agentic_chat.chat');

/** A job that was polled four times, each time in vain since the first. */
const entryOf = (more: Partial<Entry> = {}): Entry =>
  ({
    operation: operation.name,
    arguments: {},
    money: 'due',
    estimate: 5,
    unbounded: false,
    baseline: null,
    watch: { operation: operation.job?.watch, arguments: { id: 7 } },
    polls: 4,
    consecutivePollFailures: 3,
    consecutiveNotFound: 2,
    ...more,
  }) as Entry;

const refused = (status: number): VisibilityError =>
  new VisibilityError('not_found', 'No such record.', { outcome: 'rejected', status });

const unreachable = (details: ErrorDetails) => new VisibilityError('unreachable', '', details);

const failed = (error: unknown, elapsed: number, more?: Partial<Entry>): EntryChange =>
  afterFailedPoll(more?.answer ? chat : operation, entryOf(more), error, elapsed);

const texted = { polls: 3, answer: { text: 'Old' } };

test.each<[string, unknown, number, Partial<Entry>, EntryChange]>([
  ['a third 404 of what was seen ends it', refused(404), 0, {}, { state: 'unknown', money: 'in_doubt' }],
  ['a third 410 ends it, seen or not', refused(410), 0, { polls: 3 }, { state: 'unknown', money: 'in_doubt' }],
  ['a paid job stays paid', refused(404), 0, { money: 'settled' }, { state: 'unknown', money: undefined }],
  ['a second 404 is counted', refused(404), 0, { consecutiveNotFound: 1 }, { consecutiveNotFound: 2 }],
  ['what was never seen may come', refused(404), 0, { polls: 3 }, { consecutiveNotFound: 3 }],
  ['just before it is given up', refused(404), hourMs / 6 - 1, { polls: 3 }, { consecutiveNotFound: 3 }],
  ['ten minutes are enough', refused(404), hourMs / 6, { polls: 3 }, { state: 'unknown', money: 'in_doubt' }],
  ['a chat that has a text is given up sooner', refused(404), 240_000, texted, { state: 'completed' }],
  ['but not before', refused(404), 239_999, texted, { consecutiveNotFound: 3 }],
  ['nor without text', refused(404), 240_000, { polls: 3, answer: { text: '' } }, { consecutiveNotFound: 3 }],
  ['another refusal says nothing of 404', refused(500), 0, {}, { consecutiveNotFound: 0, consecutivePollFailures: 4 }],
  ['an outage is not counted', unreachable({ retryAfter: 1 }), 0, {}, { consecutivePollFailures: 3 }],
  ['a pause is', unreachable({ status: 503, retryAfter: 1 }), 0, {}, { consecutivePollFailures: 4 }],
  ['so is what was not sent', unreachable({}), 0, {}, { consecutivePollFailures: 4 }],
  ['unreadable answers end it after twelve hours', new Error(''), 12 * hourMs, {}, { state: 'unknown' }],
  ['so do refusals', refused(500), 12 * hourMs, {}, { state: 'unknown', consecutivePollFailures: 4 }],
  ['but not before', refused(500), 12 * hourMs - 1, {}, { consecutivePollFailures: 4 }],
  ['nor the first two', refused(500), 12 * hourMs, { consecutivePollFailures: 1 }, { consecutivePollFailures: 2 }],
  ['the third does', refused(500), 12 * hourMs, { consecutivePollFailures: 2 }, { state: 'unknown' }],
  ['a 401 says nothing of the job', refused(401), 12 * hourMs, {}, { consecutivePollFailures: 4 }],
  ['a 403 says nothing of the job', refused(403), 12 * hourMs, {}, { consecutivePollFailures: 4 }],
  ['a 429 says nothing of the job', refused(429), 12 * hourMs, {}, { consecutivePollFailures: 4 }],
  ['nor does silence', unreachable({ outcome: 'unknown' }), 12 * hourMs, {}, { consecutivePollFailures: 4 }],
  ['nor the store', new StateUnavailable(''), 12 * hourMs, {}, { consecutivePollFailures: 4 }],
])('a poll fails: %s', (_, error, elapsed, more, expected) => {
  const change = failed(error, elapsed, more);
  expect(change).toMatchObject(expected);
  if (!('state' in expected)) expect(change).not.toHaveProperty('state');
});

test.each<[string, JobStatus | undefined, EntryChange]>([
  ['no state', undefined, {}],
  [
    'an open one',
    { kind: 'open', platformState: 'writing', progress: 40 },
    { state: 'running', platformState: 'writing', progress: 40, delivered: false },
  ],
  ['a question', { kind: 'asks', platformState: 'waits' }, { state: 'needs_you', answer: 'the answer' }],
  [
    'its end',
    { kind: 'done', platformState: 'done' },
    { state: 'completed', delivered: false, progress: 100, charged: 5 },
  ],
  ['an end that may be another', { kind: 'done', platformState: '', unconfirmed: true }, { money: 'in_doubt' }],
  [
    'a loss',
    { kind: 'lost', platformState: null, reason: 'gone' },
    { state: 'unknown', error: 'gone', money: 'in_doubt' },
  ],
  [
    'a failure',
    { kind: 'failed', platformState: 'broken' },
    { state: 'failed', error: 'the platform says broken', answer: 'the answer', money: 'released' },
  ],
  [
    'a failure in a word that is not declared',
    { kind: 'failed', platformState: '', unconfirmed: true },
    { money: 'in_doubt' },
  ],
  ['a reason', { kind: 'failed', platformState: '', reason: 'too long' }, { error: 'the platform says: “too long”' }],
])('a poll that shows %s is recorded so', (_, status, expected) => {
  expect(afterPoll(operation, entryOf(), status, 'the answer')).toMatchObject({
    consecutivePollFailures: 0,
    consecutiveNotFound: 0,
    ...expected,
  });
});

test.each<[string, unknown, unknown, EntryChange]>([
  ['the new one', { text: 'New' }, { text: 'Old' }, { state: 'completed', answer: { text: 'New' } }],
  ['the old one', { text: '' }, { text: 'Old' }, { state: 'completed', answer: { text: 'Old' } }],
  ['none', {}, { text: null }, { state: 'unknown', error: 'gone' }],
])('a loss ends a chat with the latest text: %s', (_, rawJson, answer, expected) => {
  const change = afterPoll(chat, entryOf({ answer }), { kind: 'lost', platformState: null, reason: 'gone' }, rawJson);
  expect(change).toMatchObject({ money: 'in_doubt', ...expected });
  if (expected.answer) expect(change).toMatchObject({ delivered: false, progress: 100 });
});
