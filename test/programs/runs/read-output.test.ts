import { expect, it } from 'vitest';
import { readOutput } from '../../../src/programs/engine/read-output.ts';

const limits = { calls: 2, log: 1 };
const call = { n: 0, name: 'projects.list', args: '[]' };
const output = { kind: 'output', calls: [], log: [] };
const error = { name: 'Error', message: 'x' };
const ending = (end: unknown) => ({ ...output, end });
const threw = (more: object) => ending({ kind: 'threw', error: { ...error, ...more } });
const holes: unknown[] = [];
holes.length = 1;

it.each<[string, unknown]>([
  ['nothing', output],
  ['as many calls and lines as there may be', { ...output, calls: [call, call], log: Array(65).fill('') }],
  ['a result', ending({ kind: 'returned', json: '1' })],
  ['an exit', ending({ kind: 'returned', json: '1', exit: 63 })],
  ['a bound', ending({ kind: 'limit', limit: 'memory' })],
  ['an error', threw({})],
  [
    'a long error',
    threw({ name: 'x'.repeat(100), message: 'x'.repeat(4_001), code: 'x'.repeat(100), line: 0, column: 1 }),
  ],
])('output may have %s', (_, message) => {
  expect(readOutput(message, limits)).toBe(message);
});

it.each<[string, unknown]>([
  ['nothing at all', undefined],
  ['another kind', { ...output, kind: 'ready' }],
  ['no calls', { ...output, calls: {} }],
  ['more calls than there may be', { ...output, calls: [call, call, call] }],
  ['holes for calls', { ...output, calls: holes }],
  ['a text for a call', { ...output, calls: ['x'] }],
  ['a call without a number', { ...output, calls: [{ ...call, n: 0.5 }] }],
  ['a call before the first', { ...output, calls: [{ ...call, n: -1 }] }],
  ['a call without a name', { ...output, calls: [{ ...call, name: 1 }] }],
  ['a call without arguments', { ...output, calls: [{ ...call, args: [] }] }],
  ['holes for lines', { ...output, log: holes }],
  ['more lines than there may be', { ...output, log: Array(66).fill('') }],
  ['a number for a line', { ...output, log: [1] }],
  ['a text for an end', ending('x')],
  ['an end of another kind', ending({ kind: 'gone', error, json: '1', limit: 'memory' })],
  ['a result that is no text', ending({ kind: 'returned', json: 1 })],
  ['an exit that is none', ending({ kind: 'returned', json: '1', exit: 64 })],
  ['an exit that is no number', ending({ kind: 'returned', json: '1', exit: '1' })],
  ['a bound that is none', ending({ kind: 'limit', limit: 'toString' })],
  ['a bound that is no text', ending({ kind: 'limit', limit: ['memory'] })],
  ['no error', ending({ kind: 'threw' })],
  ['an error of another kind', ending({ kind: 'thrown', error })],
  ['nothing for an end', ending(null)],
  ['an error without a name', threw({ name: 1 })],
  ['a list for a name', threw({ name: ['x'] })],
  ['an error without a message', threw({ message: {} })],
  ['a list for a message', threw({ message: ['x'] })],
  ['too long a name', threw({ name: 'x'.repeat(101) })],
  ['too long a message', threw({ message: 'x'.repeat(4_002) })],
  ['a line that is none', threw({ line: '1' })],
  ['a column that is none', threw({ column: -1 })],
  ['a code that is none', threw({ code: 1 })],
  ['too long a code', threw({ code: 'x'.repeat(101) })],
])('no output has %s', (_, message) => {
  expect(readOutput(message, limits)).toBeUndefined();
});
