import { describe, expect, it } from 'vitest';
import { parseCodeLimits } from '../../../src/app/config/parse-code-limits.ts';

describe('the bounds of programs', () => {
  it.each([
    [undefined, {}],
    ['', {}],
    ['calls=2000', { calls: 2000 }],
    [' calls = 1 , compute=30,', { calls: 1, compute: 30 }],
    [
      'calls=1,compute=2,memory=3,depth=4,log=5,result=6,data=7,code=8,input=9,wall=10',
      { calls: 1, compute: 2, memory: 3, depth: 4, log: 5, result: 6, data: 7, code: 8, input: 9, wall: 10 },
    ],
    ['memory=1024,depth=384,calls=100000', { memory: 1024, depth: 384, calls: 100_000 }],
  ])('%j is understood', (text, limits) => expect(parseCodeLimits(text)).toEqual(limits));

  it.each([
    ['loops=3', /no bound "loops"; there are runs, calls, compute/],
    ['calls', /calls "" is not a whole number from 1 to 100000/],
    ['calls=0', /from 1 to/],
    ['calls=-1', /from 1 to/],
    ['calls=1.5', /from 1 to/],
    ['calls=1e3', /from 1 to/],
    ['calls=100001', /from 1 to 100000/],
    ['memory=1025', /from 1 to 1024/],
    ['depth=385', /from 1 to 384/],
    ['__proto__=1', /no bound "__proto__"/],
    ['calls=1;compute=2', /is not a whole number/],
  ])('%j is refused, with what is allowed', (text, says) => expect(() => parseCodeLimits(text)).toThrow(says));
});
