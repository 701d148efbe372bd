import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { provideLocales } from '../../src/runs/engine/locales.ts';

type Formatted = (value: number, locale: string, options?: object) => string;

/** The types whose methods are replaced. */
const types = [Number, Date, BigInt, Array, String];
const { Intl } = globalThis;

/** What programs have. `work` runs with it, and finds this process's own again afterwards. */
const provided = <T>(work: () => T): T => {
  const methods = types.map(({ prototype }) => Object.getOwnPropertyDescriptors(prototype));
  try {
    provideLocales();
    return work();
  } finally {
    Object.defineProperty(globalThis, 'Intl', { value: Intl });
    types.forEach(({ prototype }, at) => Object.defineProperties(prototype, methods[at] as PropertyDescriptorMap));
  }
};

const number: Formatted = (value, locale, options) =>
  provided(() => new globalThis.Intl.NumberFormat(locale, options).format(value));
const date: Formatted = (value, locale, options) => provided(() => new Date(value).toLocaleDateString(locale, options));

const locale = fc.constantFrom('en', 'en-US', 'en-GB', 'de', 'de-DE');

it('writes numbers as Node does', () => {
  const digits = fc.integer({ min: 0, max: 6 });
  const fractions = fc.oneof(
    fc.constant({}),
    digits.map((maximumFractionDigits) => ({ maximumFractionDigits })),
    fc.tuple(digits, digits).map(([min, more]) => ({ minimumFractionDigits: min, maximumFractionDigits: min + more })),
  );
  const style = fc.oneof(
    fc.constantFrom({}, { style: 'percent' }, { useGrouping: false }),
    fc.constantFrom('EUR', 'USD', 'GBP').map((currency) => ({ style: 'currency', currency })),
  );
  const options = fc.tuple(style, fractions).map(([one, fraction]) => ({ ...one, ...fraction }));
  const value = fc.oneof(
    fc.integer(),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    // Halves of a last place, which have no exact binary value.
    fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.integer({ min: 0, max: 12 }))
      .map(([n, e]) => Number(`${n}5e-${e}`)),
    fc.constantFrom(0.5, 1.005, 2.5, 1e-7, 1e15 - 1),
  );
  fc.assert(
    fc.property(value, locale, options, (given, where, how) => {
      expect(number(given, where, how)).toBe(
        new Intl.NumberFormat(where, how as Intl.NumberFormatOptions).format(given),
      );
    }),
    {
      examples: [
        [1.005, 'en', { style: 'percent' }],
        [0, 'de', {}],
        [-0, 'de', {}],
        [-1234567.5, 'de', { style: 'currency', currency: 'EUR' }],
        [1234567.5, 'en-GB', { style: 'currency', currency: 'USD' }],
        [0.5, 'de', { style: 'percent' }],
        [1234567, 'en', { useGrouping: false }],
      ],
    },
  );
});

it.each([
  {},
  { dateStyle: 'short' },
  { dateStyle: 'medium' },
  { dateStyle: 'long' },
  { month: 'long' },
  { weekday: 'long' },
] as const)('writes days as Node does: %j', (options) => {
  const days = Array.from({ length: 24 }, (_, n) => Date.UTC(1999 + n, n, 1 + n, 23, 59));
  for (const where of ['en', 'en-US', 'en-GB', 'de', 'de-DE']) {
    const expected = new Intl.DateTimeFormat(where, { ...options, timeZone: 'UTC' });
    expect(provided(() => days.map((day) => new Date(day).toLocaleDateString(where, options)))).toEqual(
      days.map((day) => expected.format(day)),
    );
  }
});

it.each([
  () => number(1, 'fr'),
  () => number(-1e15, 'de'),
  () => provided(() => (1).toLocaleString(['fr', 'de'])),
  () => provided(() => (1).toLocaleString(undefined, { notation: 'compact' })),
  () => provided(() => new globalThis.Intl.NumberFormat('fr')),
  () => provided(() => new globalThis.Intl.DateTimeFormat('de', { timeZone: 'Europe/Berlin' })),
  () => provided(() => new globalThis.Intl.Collator('de')),
  () => provided(() => new Date(0).toLocaleString('de')),
  () => provided(() => new Date(0).toLocaleTimeString(undefined, { hour: '2-digit' })),
  () => provided(() => 1n.toLocaleString('de')),
  () => provided(() => [1.5].toLocaleString('de')),
  () => provided(() => 'i'.toLocaleUpperCase('tr')),
  () => provided(() => 'I'.toLocaleLowerCase('tr')),
  () => provided(() => 'ä'.localeCompare('z', 'de')),
  () => provided(() => 'ä'.localeCompare('z', undefined, { numeric: true })),
  () => date(0, 'de', { dateStyle: 'long', month: 'long' }),
  () => date(0, 'de', { dateStyle: 'long', weekday: 'long' }),
  () => number(1, 'de', { notation: 'compact' }),
  () => number(Number.NaN, 'de'),
  () => number(1e15, 'de'),
  () => number(1, 'de', { style: 'unit' }),
  () => number(1, 'de', { style: 'currency', currency: 'CHF' }),
  () => date(0, 'de', { timeZone: 'Europe/Berlin' }),
  () => date(0, 'de', { dateStyle: 'full' }),
  () => date(0, 'de', { month: 'short' }),
  () => date(0, 'de', { weekday: 'short' }),
  () => date(0, 'de', { month: 'long', weekday: 'long' }),
])('refuses more than that, and says what to write: %s', (work) => {
  expect(work).toThrow(/is more than programs have.*toFixed/);
});

it('leaves methods as they are where they are given neither locale nor options', () => {
  const plain = (): unknown[] => [
    (1234.5).toLocaleString(),
    new Date(0).toLocaleDateString(),
    new Date(0).toLocaleTimeString(undefined, undefined),
    1n.toLocaleString(),
    [1.5].toLocaleString(),
    'i'.toLocaleUpperCase(),
    'a'.localeCompare('b'),
  ];
  expect(provided(plain)).toEqual(plain());
});

it('takes the first of several locales, and American English where there is none', () => {
  const texts = (): string[] => [
    (1234.5).toLocaleString(['de', 'fr']),
    (1234.5).toLocaleString([]),
    (1234.5).toLocaleString(undefined, { useGrouping: false }),
    [1234.5].map(new globalThis.Intl.NumberFormat().format).join(),
  ];
  expect(provided(texts)).toEqual(['1.234,5', '1,234.5', '1234.5', '1,234.5']);
});

it('what it replaces can be replaced by a program, and is not listed', () => {
  for (const [on, name] of [
    [globalThis, 'Intl'],
    [Number.prototype, 'toLocaleString'],
  ] as const)
    expect(provided(() => Object.getOwnPropertyDescriptor(on, name))).toMatchObject({
      writable: true,
      configurable: true,
      enumerable: false,
    });
});

it('takes fraction digits from 0 to 20, the minimum first', () => {
  const digits = (min: number, max: number) => () =>
    number(0.5, 'en', { minimumFractionDigits: min, maximumFractionDigits: max });
  for (const work of [digits(-1, 1), digits(2, 1), digits(0, 21)]) expect(work).toThrow(RangeError);
  expect(digits(20, 20)()).toBe(`0.5${'0'.repeat(19)}`);
});

it('formats dates by Intl too, leaves out what is undefined, and says what is no date', () => {
  const format = (at: number) => provided(() => new globalThis.Intl.DateTimeFormat('de').format(at));
  expect(format(0)).toBe('1.1.1970');
  expect(date(0, 'de', { month: undefined, hour: undefined })).toBe('1.1.1970');
  expect(date(Number.NaN, 'de')).toBe('Invalid Date');
});
