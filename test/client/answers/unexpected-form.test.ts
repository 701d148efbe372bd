import { expect, it, test } from 'vitest';
import type { Answer } from '../../../src/catalog/vocabulary/index.ts';
import { allOperations } from '../../../src/catalog/index.ts';
import { fileIn, isFile, unexpectedForm, describeAnswer } from '../../../src/client/answers/unexpected-form.ts';
import { keptIn, withoutKept } from '../../../src/client/calls/kept-in.ts';

const answering = (kind: Answer['kind']) => allOperations().find(({ answer }) => answer.kind === kind)!;
const shapeless = allOperations().find(
  ({ answer }) => answer.kind === 'flat' && Object.keys(answer.shape).length === 0,
)!;
const shaped = allOperations().find(({ answer }) => answer.kind === 'flat' && Object.keys(answer.shape).length > 0)!;

const file = { mime_type: 'application/pdf; v=1', size_bytes: 3 };
const text = { media_type: 'text/plain', text: 'moss' };
const longText = { ...text, size_bytes: 2_000_000 };
const record = { id: 1, mime_type: 'text/csv', size_bytes: 3 };
const kept = { uri: 'visibility://saved/1', name: 'a', mime_type: 'text/csv', size_bytes: 3, expires_at: '2026' };

it.each([
  ['list', text, 'text/plain instead of JSON rows: handed over as it came'],
  ['binary', text, 'text/plain instead of a file: handed over as it came'],
  ['csv', { ...text, media_type: 'odd type' }, 'another form instead of CSV: handed over as it came'],
  ['list', file, 'application/pdf instead of JSON rows: handed over as it came'],
  ['binary', file, undefined],
  ['list', [], undefined],
  ['list', null, 'nothing: the platform accepted the call and answered with an empty body'],
  ['list', undefined, 'nothing: the platform accepted the call and answered with an empty body'],
  ['list', 0, 'only “0” instead of JSON rows: handed over as it came'],
  ['csv', null, 'nothing: the platform accepted the call and answered with an empty body'],
  ['csv', { ...text, media_type: 'odd text/plain' }, 'another form instead of CSV: handed over as it came'],
  ['nothing', null, undefined],
] as const)('where %s is declared, %j is described as: %s', (kind, data, says) => {
  expect(unexpectedForm(answering(kind), data)).toBe(says);
});

test('nothing is enough where no field is declared', () => {
  expect(unexpectedForm(shapeless, null)).toBeUndefined();
  expect(unexpectedForm(shaped, null)).toContain('empty body');
});

it.each<[Answer['kind'], unknown, string | RegExp]>([
  ['list', null, 'nothing, where the contract has JSON rows'],
  ['csv', undefined, 'nothing, where the contract has CSV'],
  ['rows', [1, 2], 'a list of 2, where the contract has JSON rows'],
  ['one', 7, 'only “7”, where the contract has a JSON object'],
  ['ndjson', {}, 'an object without fields, where the contract has NDJSON'],
  ['list', { a: 1, b: 2 }, 'an object of “a, b”, where the contract has JSON rows'],
  ['list', text, 'text/plain instead of JSON rows: “moss”'],
  ['list', { media_type: 'text/plain', size: 4, body: 'fern' }, 'text/plain instead of JSON rows: “fern”'],
  ['list', { media_type: 'text/plain' }, 'text/plain instead of JSON rows: “”'],
  [
    'list',
    {
      media_type: 'text/html',
      text: '<style>\nb{}</style><h1 class="x">Sign <b>in</b></h1><script>var a = 1 < 2;</script><br>',
    },
    /^a web page, as proxies, sign-ins and services under repair give: “ ?Sign in ?”$/,
  ],
])('where %s is declared, %j is no use as: %s', (kind, data, says) => {
  if (typeof says === 'string') expect(describeAnswer(answering(kind), { data })).toBe(says);
  else expect(describeAnswer(answering(kind), { data })).toMatch(says);
});

test('of a long page that is no use, its first 20,000 characters are looked through', () => {
  const page = (length: number) => ({ media_type: 'text/html', text: `<${'x'.repeat(length - 6)}>moss, fern` });
  expect(describeAnswer(answering('list'), { data: page(20_000) })).toContain('“moss”');
  expect(describeAnswer(answering('list'), { data: page(20_004) })).toContain('“”');
});

test('an answer is a file, or the whole of a text that was too long, where it has nothing but what describes one', () => {
  const raw = { mime: 'application/pdf', body: new Uint8Array(3) };
  for (const data of [file, { ...file, digest: 'x' }, longText]) expect(fileIn({ data, raw })).toBe(raw);
  for (const data of [text, record, null, [], { size_bytes: 3 }, { mime_type: 'a/b' }, { ...longText, id: 1 }])
    expect(fileIn({ data, raw })).toBeUndefined();
  expect([file, record, text, null].map(isFile)).toEqual([true, false, false, false]);
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
