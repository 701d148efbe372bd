import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Job, Operation } from '../../../src/catalog/operation.ts';
import {
  argumentsInAddress,
  beyondResult,
  hasShownOnce,
  isOnlyAccepted,
  likelyArguments,
  likelyRow,
  listOfStarted,
  watchOfRow,
  whereItShows,
  withoutShownOnce,
} from '../../../src/client/call/start-answer.ts';
import type { Entry } from '../../../src/state/entry.ts';

const named = (name: OperationName) => operationNamed(name);

test('what is shown once is found and left out at any depth and in any spelling, and nothing else', () => {
  const secret = { shownOnce: ['service_key'] } as unknown as Operation;
  const answer = { id: 1, data: { Service_Key: 'a', serviceKey: 'b', name: 'Acme' } };
  expect(hasShownOnce(secret, answer)).toBe(true);
  expect(withoutShownOnce(secret, answer)).toEqual({ id: 1, data: { name: 'Acme' } });
  for (const other of [{ id: 1, data: { name: 'Acme' } }, 'service_key', null, ['service_key']]) {
    expect(hasShownOnce(secret, other)).toBe(false);
    expect(withoutShownOnce(secret, other)).toEqual(other);
  }
  const open = { shownOnce: [] } as unknown as Operation;
  expect(withoutShownOnce(open, answer)).toBe(answer);
  expect(hasShownOnce(open, answer)).toBe(false);
});

it.each<[unknown, unknown, unknown]>([
  // While there is no result, everything that the start said.
  [{ id: 1, status: 'queued' }, null, { id: 1, status: 'queued' }],
  [{ id: 1, status: 'queued' }, undefined, { id: 1, status: 'queued' }],
  // Then what is not in it, and no state.
  [{ id: 1, status: 'queued', skipped: 2 }, { id: 2 }, { skipped: 2 }],
  [{ id: 1, status: 'queued' }, { id: 1 }, undefined],
  [{ status: 'queued', skipped: 2 }, [], { skipped: 2 }],
  [{ list: [1] }, { list: [1] }, undefined],
  [{}, null, undefined],
  [null, { id: 1 }, undefined],
  ['accepted', 'accepted', undefined],
  ['accepted', { id: 1 }, 'accepted'],
])('of a start that answered %j, the result %j leaves %j', (started, data, beyond) => {
  expect(beyondResult(started, data)).toEqual(beyond);
});

describe('a call that makes something at once was only accepted', () => {
  const makes = allOperations().find(
    ({ job, status, answer }) =>
      job === undefined && status !== 202 && answer.kind === 'one' && 'id' in answer.shape && 'name' in answer.shape,
  )!;
  it.each<[number, unknown, boolean]>([
    [202, { id: 1, status: 'queued' }, true],
    [202, { id: 1, name: '' }, true],
    [202, { id: 1, name: null }, true],
    [202, {}, true],
    [202, 'accepted', true],
    [202, null, true],
    [202, { id: 1, name: 'Acme' }, false],
    [200, { id: 1 }, false],
  ])('by %d with %j: %s', (status, data, isOnly) => {
    expect(isOnlyAccepted(makes, status, data)).toBe(isOnly);
  });

  it('unless it is a job, or 202 is what is declared', () => {
    expect(isOnlyAccepted(named('articles.generate'), 202, null)).toBe(false);
    expect(isOnlyAccepted({ ...makes, status: 202 }, 202, null)).toBe(false);
    const file = allOperations().find(({ answer, job }) => answer.kind === 'binary' && !job)!;
    expect(isOnlyAccepted(file, 202, { mime_type: 'a/b' })).toBe(true);
    const attaching = { ...makes, answer: { kind: 'flat', shape: { attachments: z.string() } } } as const;
    expect(isOnlyAccepted(attaching as unknown as Operation, 202, { attachments: 'a' })).toBe(false);
  });

  it('and its effect shows where the catalog says, or in the lists of files', () => {
    expect(whereItShows({ shows: 'leads.activities of the lead' } as Operation)).toContain(
      'in leads.activities of the lead.',
    );
    expect(whereItShows({} as Operation)).toContain('files.list and exports.list');
  });
});

test('the address that a start gives is read for what watches it', () => {
  const watching = named('prompt_tags.taxonomy_run');
  const found = { id: 4, runId: 'r-5' };
  const path = '/api/v1/tracking-projects/4/prompts/taxonomy-run/r-5';
  expect(argumentsInAddress(watching, { poll_url: `https://a.example${path}` }, undefined)).toEqual(found);
  expect(argumentsInAddress(watching, { data: { status_url: `${path}?fresh=1` } }, undefined)).toEqual(found);
  expect(argumentsInAddress(watching, null, `${path}#top`)).toEqual(found);
  expect(argumentsInAddress(watching, { poll_url: 7, status_url: '/elsewhere' }, path)).toEqual(found);
  expect(argumentsInAddress(watching, {}, `${path}/more`)).toBeUndefined();
  expect(argumentsInAddress(watching, {}, undefined)).toBeUndefined();
  const encoded = '/tracking-projects/4/prompts/taxonomy-run/r%3A5%20b';
  expect(argumentsInAddress(watching, { poll_url: encoded }, undefined)).toEqual({ id: 4, runId: 'r:5 b' });
  const dotted = { path: '/a.b/{id}' } as Operation;
  expect(argumentsInAddress(dotted, {}, '/a.b/1')).toEqual({ id: 1 });
  expect(argumentsInAddress(dotted, {}, '/axb/1')).toBeUndefined();
});

describe('where a start names what it began otherwise', () => {
  it('the only identifier is taken for the only argument that is missing', () => {
    expect(likelyArguments(named('storylines.create'), {}, { task_id: 7 })).toEqual({ id: 7 });
    expect(likelyArguments(named('prompt_tags.apply_single_tag'), { id: 4 }, { task_id: 7 })).toEqual({
      id: 4,
      runId: 7,
    });
    expect(likelyArguments(named('prompt_tags.apply_single_tag'), {}, { task_id: 7 })).toBeUndefined();
    expect(likelyArguments(named('storylines.create'), {}, { storyline_id: 7 })).toBeUndefined();
    expect(likelyArguments(named('storylines.create'), {}, {})).toBeUndefined();
    // What the watching operation would refuse is no such identifier.
    expect(likelyArguments(named('storylines.create'), {}, { task_id: '../7' })).toBeUndefined();
    // Nothing is missing, or what the caller gives.
    expect(likelyArguments(named('articles.generate'), { id: 4 }, { task_id: 7 })).toBeUndefined();
    expect(likelyArguments(named('articles.generate'), {}, { task_id: 7 })).toBeUndefined();
    expect(likelyArguments(named('projects.list'), {}, { task_id: 7 })).toBeUndefined();
  });

  it('the only identifier may be that of its row in a list', () => {
    expect(likelyRow(named('tracking.run'), { id: 4 }, { task_id: 7 })).toBe(7);
    expect(likelyRow(named('tracking.run'), { id: 4 }, { run_id: 7 })).toBeUndefined();
    expect(likelyRow(named('articles.generate'), { id: 4 }, { task_id: 7 })).toBeUndefined();
    expect(likelyRow(named('projects.list'), {}, { task_id: 7 })).toBeUndefined();
  });

  it('without any, the list that shows what was started is looked through', () => {
    const create = named('content_audits.create');
    const list = { operation: 'content_audits.list', arguments: {} };
    for (const answer of [{}, null, { media_type: 7 }]) expect(listOfStarted(create, {}, answer)).toEqual(list);
    expect(listOfStarted(create, {}, { audit_id: 7 })).toBeUndefined();
    expect(listOfStarted(create, {}, { media_type: 'text/html', text: '' })).toBeUndefined();
    // Nothing is missing, or the rows of the list do not say when they were made.
    expect(listOfStarted(named('tracking.run'), { id: 3 }, {})).toBeUndefined();
    expect(listOfStarted(named('storylines.create'), { project: 3 }, {})).toBeUndefined();
    expect(listOfStarted(named('projects.list'), {}, {})).toBeUndefined();
    const { job } = create;
    const entry = { arguments: {}, answer: {} } as unknown as Entry;
    expect(watchOfRow(job as Job, entry, 7)).toEqual({ operation: 'content_audits.get', arguments: { id: 7 } });
    const answered = { arguments: {}, answer: { audit_id: 6 } } as unknown as Entry;
    expect(watchOfRow(job as Job, answered, 7)).toEqual({ operation: 'content_audits.get', arguments: { id: 7 } });
  });

  it('no list is looked through that does not say when its rows were made', () => {
    const starts = allOperations().filter(({ job }) => job !== undefined);
    for (const operation of starts) {
      const watch = listOfStarted(operation, { id: 1, project: 1, project_id: 1 }, {});
      if (!watch) continue;
      const { answer } = operationNamed(watch.operation);
      const names = 'shape' in answer ? Object.keys(answer.shape) : [];
      expect(
        names.some((name) => ['created_at', 'started_at', 'queued_at'].includes(name)),
        watch.operation,
      ).toBe(true);
    }
  });
});
