import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteOrderMark, csvLine, withoutGuard } from '../../src/platform/saving/to-csv.ts';

const readBack = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' });

/** What a spreadsheet takes for the beginning of a formula. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/;

/** What a reader with semicolons or tabs takes for the beginning of a formula, whatever the quotes. */
const innerDanger = /[;\t\r\n](?:[=@＝＠]|[+\-＋－](?! ))/;

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\n",; aÖ＝0123.e\uFEFF') }),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const value = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.jsonValue());

test('any table is read back as it was, and no text of it is a formula to a spreadsheet', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.array(value, { minLength: 5, maxLength: 5 })),
      (width, rows) => {
        const given = rows
          .map((row) => row.slice(0, width))
          .filter((row) => row.some((one) => one !== null && one !== ''));
        const read = readBack(byteOrderMark + given.map(csvLine).join(''));
        expect(read).toHaveLength(given.length);
        for (const [n, row] of given.entries())
          for (const [column, one] of row.entries()) {
            const cell = read[n]?.[column] ?? 'missing';
            if (typeof one === 'string') {
              expect(dangerous.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell)).toBe(false);
              expect(cell).not.toMatch(innerDanger);
              expect(withoutGuard(cell)).toBe(one);
            } else if (typeof one === 'number')
              expect(cell === '' ? Number.NaN : Number(cell)).toBe(one === 0 ? 0 : one);
            else if (typeof one === 'object' && one !== null) {
              expect(cell).not.toMatch(innerDanger);
              expect(JSON.stringify(JSON.parse(cell))).toBe(JSON.stringify(one));
            } else expect(cell).toBe(one === null ? '' : String(one));
          }
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});

test('a list in Markdown stays one, and what it calls is no formula', () => {
  expect(withoutGuard("a\n'=1")).toBe('a\n=1');
  expect(csvLine(['Boxes:\n- large; + small'])).toBe('"Boxes:\n- large; + small"\r\n');
  expect(csvLine(["a\n- cmd|' /C calc'!A0"])).toBe(`"a\n'- cmd|' /C calc'!A0"\r\n`);
  expect(csvLine([['a;=1']])).toBe('"[""a\\u003b=1""]"\r\n');
  expect(csvLine(['a;b', 'a\tb'])).toBe('"a;b","a\tb"\r\n');
});
