import module, { syncBuiltinESMExports } from 'node:module';
import { expect, it, vi } from 'vitest';
import { openingLength, stripTypes } from '../../../src/programs/engine/strip-types.ts';

/** The body of the function, as it is executed. */
const bodyOf = (code: string): unknown => {
  const stripped = stripTypes(code);
  return typeof stripped === 'string' ? stripped.slice(openingLength, -2) : stripped;
};

it.each([
  ['const a: number = 1;\nreturn a as number', 'const a         = 1;\nreturn a          '],
  ['export default 7', 'return         7'],
  ['const a = 1;\n  export default  a', 'const a = 1;\n  return          a'],
  ["import type { A } from './a';\nreturn 1", '                             \nreturn 1'],
  ['import type { A, B } from "a"\nexport {};\nreturn 1', '                             \n          \nreturn 1'],
  ["  import type {\n  A,\n} from 'a';\nreturn 1", '               \n    \n           \nreturn 1'],
  ['export {}', '         '],
  [
    `import type A from  "abc";export{};\nimport type B from'b'\n export  {  } return 1`,
    `${' '.repeat(35)}\n${' '.repeat(21)}\n${' '.repeat(14)}return 1`,
  ],
])('of a program only types are taken away, and lines and columns stay: %j', (code, body) => {
  expect(bodyOf(code)).toBe(body);
});

it.each<[string, RegExp, number]>([
  ['const a = 1;\nenum Color { Red }', /^enum is not supported.*write an object/, 2],
  ['namespace N { export const a = 1 }', /^namespace declaration is not supported.*write an object/, 1],
  ['\n\nclass A { constructor(public a: number) {} }', /^parameter property is not supported.*write a field/, 3],
  ['await (', /^(?!.*imports nothing).*Expression expected/s, 1],
  ["\nimport x from 'y'", /imports nothing but types/, 2],
  ['export const a = 1', /export default and a value/, 1],
  ['export default', /./, 1],
  ['const a = 1; export default 7', /imports nothing but types/, 1],
  ['const a = 1; export {}', /imports nothing but types/, 1],
  ["import typed from 'y'", /imports nothing but types/, 1],
  [`${'export {};\n'.repeat(21)}return 1`, /imports nothing but types/, 21],
])('a text that is no program is refused with its line: %j', (code, says, line) => {
  expect(bodyOf(code)).toEqual({ message: expect.stringMatching(says) as string, line });
});

it('as many lines of a module are rewritten as a program needs', () => {
  expect(bodyOf(`${'export {};\n'.repeat(20)}return 1`)).toBe(`${`${' '.repeat(10)}\n`.repeat(20)}return 1`);
});

it('a program that is nested too deeply for the parser is refused without a line', () => {
  const error = Object.assign(new Error('memory access out of bounds'), { code: 'ERR_INTERNAL_ASSERTION' });
  const parser = vi.spyOn(module, 'stripTypeScriptTypes').mockImplementation(() => {
    throw error;
  });
  syncBuiltinESMExports();
  try {
    expect(stripTypes('return 1')).toEqual({ message: 'the program is nested too deeply to be read' });
  } finally {
    parser.mockRestore();
    syncBuiltinESMExports();
  }
});
