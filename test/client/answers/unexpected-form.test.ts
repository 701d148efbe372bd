import { expect, it, test } from 'vitest';
import type { Answer } from '../../../src/catalog/vocabulary/index.ts';
import { allOperations } from '../../../src/catalog/index.ts';
import { unexpectedForm, describeAnswer } from '../../../src/client/answers/unexpected-form.ts';
import { keptIn, withoutKept } from '../../../src/client/calls/kept-files.ts';

const answering = (kind: Answer['kind']) => allOperations().find(({ answer }) => answer.kind === kind)!;

const file = { mime_type: 'application/pdf; v=1', size_bytes: 3 };
const text = { media_type: 'text/plain', text: 'moss' };
const longText = { ...text, size_bytes: 2_000_000 };
const record = { id: 1, mime_type: 'text/csv', size_bytes: 3 };
const kept = { uri: 'visibility://saved/1', name: 'a', mime_type: 'text/csv', size_bytes: 3, expires_at: '2026' };

it.each([
  ['list', text, 'text/plain instead of JSON rows: handed over as it came'],
  ['list', file, 'application/pdf instead of JSON rows: handed over as it came'],
  ['binary', file, undefined],
  ['list', [], undefined],
  ['list', null, 'nothing: the platform accepted the call and answered with an empty body'],
  ['csv', { ...text, media_type: 'odd text/plain' }, 'another form instead of CSV: handed over as it came'],
  ['nothing', null, undefined],
] as const)('where %s is declared, %j is described as: %s', (kind, data, says) => {
  expect(unexpectedForm(answering(kind), data)).toBe(says);
});

it.each<[Answer['kind'], unknown, string | RegExp]>([
  ['list', null, 'nothing instead of JSON rows'],
  ['one', 7, 'only “7” instead of a JSON object'],
  ['list', { a: 1, b: 2 }, 'an object of “a, b” instead of JSON rows'],
  ['list', text, 'text/plain instead of JSON rows: “moss”'],
  [
    'list',
    {
      media_type: 'text/html',
      text: '<style>\nb{}</style><h1 class="x">Sign <b>in</b></h1><script>var a = 1 < 2;</script><br>',
    },
    /^text\/html instead of JSON rows: “ ?Sign in ?”$/,
  ],
])('where %s is declared, %j is no use as: %s', (kind, data, says) => {
  if (typeof says === 'string') expect(describeAnswer(answering(kind), { data })).toBe(says);
  else expect(describeAnswer(answering(kind), { data })).toMatch(says);
});

test('a file that is kept is known by its place, which is no part of the answer', () => {
  for (const own of [file, longText]) {
    expect(keptIn({ ...own, kept })).toBe(kept);
    expect(withoutKept({ ...own, kept })).toEqual(own);
  }
  for (const answer of [
    null,
    { ...file, kept: null },
    { ...file, kept: { uri: 7 } },
    { ...file, kept: { uri: 'https://a.example' } },
    { ...record, kept },
    { ...text, kept },
  ]) {
    expect(keptIn(answer)).toBeUndefined();
    expect(withoutKept(answer)).toBe(answer);
  }
});
