import { expect, it } from 'vitest';
import { codeLimits } from '../../../src/base/code-limits.ts';
import type { ProgramError } from '../../../src/programs/engine/messages.ts';
import {
  authorizationEnded,
  failureOf,
  malformedMessage,
  triedTooOften,
} from '../../../src/programs/runs/failure-of.ts';
import type { RefusedCall } from '../../../src/programs/runs/failure-of.ts';

const limits = { ...codeLimits({}), result: 1, wall: 7 };
const none = { code: '', refused: () => undefined };

it('a result is bounded in bytes, to the last one', async () => {
  const failure = (json: string) => failureOf({ kind: 'returned', json }, limits, 'not_sent', none);
  expect(await failure(`"${'ä'.repeat(511)}"`)).toBeUndefined();
  expect(await failure(`"${'ä'.repeat(511)}x"`)).toMatchObject({ code: 'run_limit', outcome: 'not_sent' });
});

it('a result is no more than what is recorded, and JSON', async () => {
  const failure = (json: string) => failureOf({ kind: 'returned', json }, codeLimits({}), 'rejected', none);
  const { message, next } = malformedMessage;
  expect(await failure('{')).toEqual({ code: 'run_failed', message, next, outcome: 'rejected' });
  expect(await failure('['.repeat(70) + ']'.repeat(70))).toMatchObject({
    code: 'run_limit',
    message: expect.stringMatching(/more than 8 MB of JSON, or 64 levels/) as string,
    outcome: 'rejected',
    next: expect.stringMatching(/^Return only the records and fields that are needed/) as string,
  });
});

it('an end from outside says why, and what the calls did', async () => {
  expect(await failureOf(authorizationEnded, limits, 'rejected', none)).toEqual({
    code: 'run_failed',
    message: authorizationEnded.message,
    outcome: 'rejected',
    cause: 'unauthorized',
    next: authorizationEnded.next,
  });
  expect(await failureOf(triedTooOften, limits, 'unknown', none)).toMatchObject({
    code: 'run_failed',
    message: expect.stringMatching(/ended 4 times/) as string,
    outcome: 'unknown',
  });
  expect(await failureOf({ kind: 'limit', limit: 'wall' }, limits, 'unknown', none)).toMatchObject({
    message: 'The program exceeds 7 s from its start.',
    outcome: 'unknown',
    next: 'Do less in one run; the operator can raise wall in VISIBILITY_CODE.',
  });
});

const refusal: RefusedCall = { name: 'projects.get', next: 'do', args: '[{"id":1}]' };
const long = `${'x'.repeat(100)}|${'y'.repeat(100)}`;

it.each<[string, Partial<ProgramError>, string, RefusedCall | undefined, object]>([
  ['of its own', { message: 'm' }, '', undefined, { message: 'm' }],
  ['of a kind', { name: 'RangeError' }, '', undefined, { message: 'RangeError: no' }],
  ['with its line', { line: 2, column: 3 }, 'a\n b', undefined, { message: 'no (line 2)', line: 2, column: 3 }],
  [
    'of a call',
    { name: 'Refused', code: 'c', line: 2 },
    'a\n b ',
    refusal,
    { message: 'no (line 2)', line: 2, source: 'b', call: 'projects.get', sent: '{"id":1}', cause: 'c', next: 'do' },
  ],
  [
    'that calls itself a refusal',
    { code: 'c', line: 1 },
    'a',
    undefined,
    { message: 'no (line 1)', line: 1, cause: 'c' },
  ],
  ['with a message of a call, and no code', { line: 1 }, 'a', refusal, { message: 'no (line 1)', line: 1 }],
  [
    'on a line that is not there',
    { code: 'c', line: 9 },
    'a',
    refusal,
    { message: 'no (line 9)', line: 9, call: 'projects.get', sent: '{"id":1}', cause: 'c', next: 'do' },
  ],
  [
    'of long arguments',
    { code: 'c' },
    '',
    { ...refusal, args: `[${'1'.repeat(400)}]` },
    { call: 'projects.get', sent: '1'.repeat(300), cause: 'c', next: 'do' },
  ],
  [
    'that takes an answer for something else',
    { name: 'TypeError' },
    '',
    undefined,
    { message: 'TypeError: no', next: expect.stringContaining('Calls answer { data') as string },
  ],
  [
    'that says what to write itself',
    { name: 'TypeError', message: 'platform.x.all' },
    '',
    undefined,
    { message: 'TypeError: platform.x.all' },
  ],
  [
    'that names a call of the platform further on',
    { name: 'TypeError', message: 'no platform.x' },
    '',
    undefined,
    { message: 'TypeError: no platform.x', next: expect.stringContaining('Calls answer { data') as string },
  ],
  ['at the start of a long line', { code: 'c', line: 1 }, long, refusal, { source: long.slice(0, 160) }],
  ['at the end of a long line', { code: 'c', line: 1, column: 201 }, long, refusal, { source: long.slice(41) }],
  [
    'at the end of a long line before spaces',
    { code: 'c', line: 1, column: 201 },
    `${long}${' '.repeat(100)}`,
    refusal,
    { source: long.slice(41) },
  ],
  [
    'in a long line',
    { code: 'c', line: 1, column: 101 },
    `${long}${long}`,
    refusal,
    { source: `${long}${long}`.slice(20, 180) },
  ],
])('an error %s is reported', async (_, error, code, call, failure) => {
  const told = { name: 'Error', message: 'no', ...error };
  const refused = (message: string): RefusedCall | undefined => (message === told.message ? call : undefined);
  const actual = await failureOf({ kind: 'threw', error: told }, limits, 'rejected', { code, refused });
  if (code.length > 160) expect(actual).toMatchObject(failure);
  else expect(actual).toEqual({ code: 'run_failed', message: 'no', outcome: 'rejected', ...failure });
});
