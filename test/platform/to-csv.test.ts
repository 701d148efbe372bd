import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteOrderMark, csvLine } from '../../src/platform/saving/to-csv.ts';

const readBack = (text: string): string[][] => parse(text, { bom: true, record_delimiter: '\r\n' });

/** What a spreadsheet takes for the beginning of a formula. */
const dangerous = /^[=+\-@\t\r\n＝＋－＠]/;

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
              expect(cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')).toBe(one);
            } else if (typeof one === 'number')
              expect(cell === '' ? Number.NaN : Number(cell)).toBe(one === 0 ? 0 : one);
            else expect(cell).toBe(one === null ? '' : typeof one === 'object' ? JSON.stringify(one) : String(one));
          }
      },
    ),
    { numRuns: 500, seed: 7 },
  );
});
