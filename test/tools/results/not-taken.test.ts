import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { notTaken } from '../../../src/tools/results/not-taken.ts';
import { exampleArguments } from '../../../src/tools/schema/example.ts';
import { it } from '../../workflows/support/staged-test.ts';

const changing = allOperations().filter(
  ({ aliasOf, method, multipart }) =>
    aliasOf === undefined && !multipart && (method === 'POST' || method === 'PUT' || method === 'PATCH'),
);

/** Fields of the example call that could come back: no path or query arguments, and not the state of a job. */
const sentFields = (operation: (typeof changing)[number]): [string, unknown][] =>
  Object.entries(exampleArguments(operation)).filter(
    ([name, value]) =>
      !operation.params.includes(name) &&
      !operation.query.has(name) &&
      name !== 'body' &&
      name !== operation.job?.state &&
      value !== null &&
      value !== '' &&
      (typeof value !== 'object' || Object.keys(value as object).length > 0),
  );

const masked = 'sk-•••••ret';

const spellings: readonly (readonly [sent: unknown, shown: unknown])[] = [
  ['Moss', ' moss\n'],
  ['moss  walls', 'Moss walls'],
  ['Moss walls', 'moss-walls'],
  ['„Moos“ – schön', '"Moos" - schön'],
  [5, '5'],
  ['5', 5],
  [5, '5.00'],
  ['007', 7],
  [true, 1],
  [false, '0'],
  [false, null],
  ['', null],
  [[], null],
  [null, ''],
  ['2026-12-01', '2026-12-01T00:00:00Z'],
  ['2026-12-01', '2026-11-30T23:00:00.000Z'],
  ['2026-12-01', '2026-12-01 09:30:00'],
  ['2026-12-01', '01.12.2026'],
  ['2026-12-01', 'Dec 1, 2026'],
  ['2026-12-01', '20261201'],
  ['2026-12-01T09:30:00Z', '2026-12-01'],
  ['2026-12-01T09:30:00Z', '2026-12-01T10:30:00+01:00'],
  ['2026-12-01T09:30', '2026-12-01T08:30:00.000Z'],
  ['2026-12-01T09:30:00Z', 1_796_117_400],
  ['2026-12-01T09:30:00Z', '1796117400000'],
  ['https://Moos.example', 'https://moos.example/'],
  ['https://www.moos.example/', 'moos.example'],
  ['moos.example/a/', 'https://moos.example/a'],
  ['https://münchen.example/ä', 'https://xn--mnchen-3ya.example/%C3%A4'],
  ['a short <b>text</b>', '<p>a short text</p>'],
  ['a < b', '<p>a < b</p>'],
  ['+49 (30) 123-45', '+493012345'],
  ['de', 'de-DE'],
  ['en_GB', 'en-gb'],
  [
    ['b.example', 'A.example'],
    ['https://a.example/', 'b.example'],
  ],
  [['chatgpt'], ['chatgpt', 'gemini']],
  [['one', 'two'], 2],
  [
    ['one', 'two'],
    [{ id: 1 }, { id: 2 }],
  ],
  [7, { id: 7, name: 'Moss' }],
  [{ a: 1 }, { a: '1', b: 2 }],
  ['sk-secret', masked],
];

const others: readonly (readonly [sent: unknown, shown: unknown])[] = [
  [7, null],
  ['Moss', ''],
  [['a'], []],
  ['Moss', 'Fern'],
  [5, 6],
  ['5', '-5'],
  [true, false],
  [true, null],
  [null, 'Moss'],
  ['weekly', 'daily'],
  ['2026-12-01', '2026-12-02'],
  ['2026-12-01', '2026-11-30T09:30:00Z'],
  ['2026-12-01T09:30:00Z', '2026-12-01T09:45:00Z'],
  ['2026-12-01T09:30:00Z', '2026-12-03'],
  ['https://moos.example/a', 'https://moos.example/b'],
  ['https://moos.example/?a=1', 'https://moos.example/'],
  [['a', 'b'], ['a']],
  ['de', 'en'],
  ['de', 'en-DE'],
  ['C++', 'C'],
];

const operation = operationNamed('calendar.create');
const one = (sent: unknown, shown: unknown) =>
  notTaken(operation, { project: 1, title: sent }, { data: { id: 1, title: shown } });

describe('a field that was sent and not returned as sent', () => {
  it('is named, at any depth, whether it was sent beside a body or in it', () => {
    for (const [sent, shown] of others) expect(one(sent, shown), JSON.stringify([sent, shown])).toEqual(['title']);
    const data = { title: 'Fern', settings: { min: 3, own: null } };
    expect(notTaken(operation, { body: { title: 'Moss', settings: { min: 5, own: [1], max: 9 } } }, { data })).toEqual([
      'title',
      'settings.min',
      'settings.own',
    ]);
  });

  it('is not one that was returned in another spelling', () => {
    for (const [sent, shown] of spellings) {
      expect(one(sent, shown), JSON.stringify([sent, shown])).toBeUndefined();
      if (!Array.isArray(sent) && typeof sent !== 'object' && sent !== false && isFormed(shown) && shown !== masked)
        expect(one(shown, sent), JSON.stringify([shown, sent])).toBeUndefined();
    }
  });

  it('is not one that the answer does not show, of the address, or in the state of a job', () => {
    expect(notTaken(operation, { project: 1, title: 'Moss' }, { data: { id: 2, project: 3 } })).toBeUndefined();
    expect(notTaken(operation, { project: 1, title: 'Moss' }, { data: [{ title: 'Fern' }] })).toBeUndefined();
    const { job } = operationNamed('storylines.create');
    const started = { ...operationNamed('storylines.create'), job };
    expect(notTaken(started, { project: 1, body: { status: 'new' } }, { data: { status: 'done' } })).toBeUndefined();
    const read = operationNamed('keywords.list');
    expect(notTaken(read, { project: 1, page: 2 }, { data: { page: 1 } })).toBeUndefined();
  });

  it.each(changing.map((each) => [each.name, each] as const))('%s', (_, each) => {
    const fields = sentFields(each);
    if (fields.length === 0) return;
    const given = exampleArguments(each);
    const names = fields.map(([name]) => name);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...respellings), fc.boolean(), (name, respell, gone) => {
        const echo = Object.fromEntries(fields.map(([field, value]) => [field, deep(value, respell)]));
        expect(notTaken(each, given, { data: echo })).toBeUndefined();
        const { [name]: _echoed, ...rest } = echo;
        expect(notTaken(each, given, { data: rest })).toBeUndefined();
        const other = gone ? null : different(given[name]);
        const notTakenFields = notTaken(each, given, { data: { ...echo, [name]: other } });
        if (given[name] === false && gone) expect(notTakenFields).toBeUndefined();
        else expect(notTakenFields).toEqual([name]);
      }),
      { seed: 4, numRuns: 12 },
    );
  });
});

const isFormed = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

const respellings: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => (typeof value === 'string' ? `  ${value} ` : value),
  (value) => (typeof value === 'string' ? value.toUpperCase() : value),
  (value) => (typeof value === 'number' ? String(value) : value),
  (value) => (typeof value === 'boolean' ? Number(value) : value),
  (value) => (typeof value === 'string' && /^https?:/.test(value) ? `${value}/` : value),
  (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T00:00:00.000Z` : value),
];

const deep = (value: unknown, respell: (value: unknown) => unknown): unknown =>
  Array.isArray(value)
    ? value.map((each) => deep(each, respell))
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, deep(each, respell)]))
      : respell(value);

function different(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return 'something else';
  return Array.isArray(value) ? [] : null;
}

it('stands in the result of the call that sent it, for a model and for a program', async ({ stage }) => {
  const given = { project: 1, title: 'Boxes', keyword: 'boxes', scheduled_for: '2026-12-01', article_id: 1 };
  expect(await stage.call('calendar.create', given)).toMatchObject({
    ok: true,
    not_taken: ['article_id'],
  });
  const { article_id: _, ...taken } = given;
  expect(await stage.call('calendar.create', taken)).not.toHaveProperty('not_taken');
});
