import { expect, it } from 'vitest';
import { VisibilityError } from '../../src/client/errors/visibility-error.ts';
import * as outcome from '../../src/runs/outcome.ts';
import { recordedCall } from './support/execute.ts';

const failed = (error: object) => ({ ok: false, json: JSON.stringify(error) });
const done = { ok: true, json: '1' };

it.each([
  ['sleep', undefined, 'not_sent'],
  ['state.set', done, 'not_sent'],
  ['period', done, 'not_sent'],
  ['projects.list', undefined, 'rejected'],
  ['projects.list', done, 'rejected'],
  ['estimate', done, 'rejected'],
  ['projects.list', failed({ outcome: 'not_sent' }), 'not_sent'],
  ['projects.list', failed({ outcome: 'unknown' }), 'rejected'],
  ['projects.update', undefined, 'unknown'],
  ['projects.update', done, 'unknown'],
  ['projects.update', failed({}), 'unknown'],
  ['projects.update', failed({ outcome: 'rejected' }), 'rejected'],
  ['projects.update', failed({ outcome: 'not_sent' }), 'not_sent'],
  ['no.operation', done, 'unknown'],
] as const)('what %s did, having ended with %j: %s', (name, ended, expected) => {
  expect(outcome.outcomeOfCall(name, ended)).toBe(expected);
});

it.each([
  ['sleep', true],
  ['estimate', true],
  ['save', true],
  ['jobs.list', true],
  ['jobs.wait', true],
  ['state.get', true],
  ['period', true],
  ['projects.list', true],
  ['state.set', false],
  ['once.begin', false],
  ['jobs.cancel', false],
  ['projects.update', false],
  ['articles.generate', false],
  ['no.operation', false],
])('%s changes nothing: %s', (name, reads) => {
  expect(outcome.isRead(name)).toBe(reads);
});

it('calls on record did what the worst of them did', () => {
  const write = { name: 'projects.update' };
  const ended = (json: object) => ({ place: 0, at: 0, ...failed(json) });
  for (const [calls, expected] of [
    [[], 'not_sent'],
    [[recordedCall(0, write)], 'not_sent'],
    [[recordedCall(0, { ...write, mayHaveLeft: true })], 'unknown'],
    [[recordedCall(0, { ...write, entry: 'e' })], 'unknown'],
    [[recordedCall(0, { ...write, outcome: ended({ outcome: 'rejected' }) })], 'rejected'],
    [[recordedCall(0, { ...write, entry: 'e' }), recordedCall(1, { entry: 'e' })], 'unknown'],
    [[recordedCall(0, { entry: 'e' }), recordedCall(1, { ...write, entry: 'e' })], 'unknown'],
  ] as const)
    expect(outcome.outcomeOfCalls(calls)).toBe(expected);
});

it.each([
  [{ a: 1, file: { mime: 'x' } }, '{"a":1}'],
  [{ a: 1 }, '{"a":1}'],
  [{ file: { mime: 'x' } }, '{}'],
  [0, '0'],
  [false, 'false'],
  ['', '""'],
  [null, 'null'],
  [undefined, 'null'],
  ['file', '"file"'],
])('a result reaches the program as JSON, without the bytes of files: %j', (value, json) => {
  expect(outcome.jsonOfValue(value)).toBe(json);
});

it('an error reaches the program with all that it says, and a defect with nothing', () => {
  const details = {
    outcome: 'rejected',
    status: 4,
    fields: { a: ['b'] },
    next: 'n',
    retryAfter: 1,
    facts: { c: 1 },
  } as const;
  expect(JSON.parse(outcome.jsonOfError(new VisibilityError('not_found', 'no', details)))).toEqual({
    name: 'VisibilityError',
    message: 'no',
    code: 'not_found',
    ...details,
  });
  const defect = { name: 'Error', message: 'This server failed on the call.', code: 'internal' };
  expect(JSON.parse(outcome.jsonOfError(new Error('secret')))).toEqual(defect);
});

it('a call whose process ended may have arrived, and says where to look before it is repeated', () => {
  expect(outcome.senderEnded('projects.update')).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
    message: 'projects.update may have arrived: the process that sent it ended before the answer came.',
    next: 'Look whether its effect is there before repeating it.',
  });
});

it('a refused call is known by its message', () => {
  expect(outcome.refusedCallOf('a.b', done)).toBeUndefined();
  expect(outcome.refusedCallOf('a.b', failed({ message: 7 }))).toBeUndefined();
  expect(outcome.refusedCallOf('a.b', failed({ message: 'm', next: 7 }), '[]')).toEqual([
    'm',
    { name: 'a.b', args: '[]', next: undefined },
  ]);
  expect(outcome.refusedCallOf('a.b', failed({ message: 'm', next: 'n' }))?.[1].next).toBe('n');
});

it('claims are open that were made and neither ended nor dropped', () => {
  const at = (n: number, name: string, ok: boolean, json: object | string) =>
    recordedCall(n, { name, outcome: { place: n, at: 0, ok, json: JSON.stringify(json) } });
  const calls = [
    at(0, 'once.begin', true, { claimed: 'a' }),
    at(1, 'once.begin', true, { claimed: 'b' }),
    at(2, 'once.begin', true, { done: 1 }),
    at(3, 'once.begin', false, { claimed: 'c' }),
    at(4, 'projects.list', true, { claimed: 'd' }),
    at(5, 'once.end', true, { over: 'a' }),
    recordedCall(6, { name: 'once.begin' }),
  ];
  expect(outcome.openClaims(calls)).toEqual(['b']);
  expect(outcome.openClaims([at(0, 'once.end', true, { over: 'a' })])).toEqual([]);
});
