import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameIn } from '../../../src/client/answers/file-name.ts';

test.each([
  ['attachment; filename="Price list.zip"', 'Price list.zip'],
  ['attachment; filename=report.csv', 'report.csv'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\a\\\\b.csv"', 'b.csv'],
  ['attachment; filename=".bashrc"', 'bashrc'],
  ['attachment; filename=" . a. "', 'a'],
  ['attachment; filename="a\u202Egpj.exe"', 'a_gpj.exe'],
  [`attachment; filename="a.txt"; filename*=UTF-8''K%C3%A4se.txt`, 'Käse.txt'],
  [`attachment; filename*=UTF-8''%E4.txt`, undefined],
  ['attachment; filename="..."', undefined],
  ['inline', undefined],
  [undefined, undefined],
])('the file of %j is called %j', (disposition, name) => {
  expect(fileNameIn(disposition)).toBe(name);
});

test('whatever is sent, a name has no folder, is not hidden, and keeps its ending', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300, size: 'max' }), (sent) => {
      const name = fileNameIn(`attachment; filename*=UTF-8''${encodeURIComponent(`${sent.toWellFormed()}.csv`)}`);
      expect(name).toMatch(/^(?![ .])[^/\\\p{C}]{1,120}$/u);
      expect(name?.endsWith('csv')).toBe(true);
    }),
    { seed: 20_261_126 },
  );
});
