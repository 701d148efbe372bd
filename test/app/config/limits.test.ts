import { describe, expect, it } from 'vitest';
import { holdsPassword, passwordsIn, passwordsInUrl } from '../../../src/app/config/holds-password.ts';
import { parseBudget } from '../../../src/client/money/parse-budget.ts';
import { parseConfirmAbove } from '../../../src/app/config/parse-confirm-above.ts';

describe('a budget', () => {
  it('may have blanks around its parts, and limits of many digits', () => {
    expect(parseBudget(' 123456789012345/total , 40/call ')).toEqual([
      { credits: 123_456_789_012_345, window: 'total' },
      { credits: 40, window: 'call' },
    ]);
  });

  it('may have one limit of each window and label', () => {
    expect(parseBudget('200/day,20/day@nightly,5/day@a:b')).toEqual([
      { credits: 200, window: 'day' },
      { credits: 20, window: 'day', label: 'nightly' },
      { credits: 5, window: 'day', label: 'a:b' },
    ]);
    expect(() => parseBudget('20/day,30/day')).toThrow('two limits for one day; give one');
    expect(() => parseBudget('20/day@nightly,30/day@nightly')).toThrow('two limits for one day@nightly');
    for (const label of ['', 'a b', 'é']) expect(() => parseBudget(`20/day@${label}`)).toThrow('a label is letters');
  });

  it.each(['200/day!', '200/day 40', 'x200/day', '1234567890123456/day', '/day', '200/', '40/call,50/call'])(
    'is refused as %j',
    (text) => {
      expect(() => parseBudget(text)).toThrow(/^budget: /);
    },
  );
});

describe('a spending threshold', () => {
  it.each([
    [undefined, { thresholds: [] }],
    ['25', { each: 25, thresholds: [] }],
    ['123456789', { each: 123_456_789, thresholds: [] }],
    ['25/call', { each: 25, thresholds: [] }],
    [
      ' 25 , 100/session,300/day',
      {
        each: 25,
        thresholds: [
          { credits: 100, window: 'session' },
          { credits: 300, window: 'day' },
        ],
      },
    ],
    ['300/day', { thresholds: [{ credits: 300, window: 'day' }] }],
  ])('is read from %j', (text, read) => {
    expect(parseConfirmAbove(text)).toEqual(read);
  });

  it.each(['', 'x25', '25x', '25,30', '1234567890', '25/year', '9/call,25/day@x'])(
    'is refused as %j, which is named',
    (text) => {
      expect(() => parseConfirmAbove(text)).toThrow(`confirm-above: "${text}" is not like`);
    },
  );

  it('names no more of a long text than a line holds', () => {
    expect(() => parseConfirmAbove('x'.repeat(500))).toThrow(`"${'x'.repeat(80)}" is not like`);
  });
});

describe('the address of a store', () => {
  it.each([
    ['postgres://u:p%40ss@db/x', ['p%40ss', 'p@ss']],
    ['PostgreSQL://u:p@db/x', ['p', 'p']],
    ['postgres://u:%zz@db/x', ['%zz', '%zz']],
    ['postgres://db/x?sslpassword=one&PASSWORD=two&sslmode=require', ['one', 'two']],
    ['postgres://db/x?oauth_client_secret=a&scram_client_key=b&scram_server_key=c', ['a', 'b', 'c']],
    ['postgres://u@db/x?password=', []],
    ['postgres://u@db/x', []],
    ['postgres://[', []],
    ['https://u:p@db/x', []],
    ['x-postgres://u:p@db/x', []],
  ])('%j holds these passwords', (address, passwords) => {
    expect(passwordsIn(address)).toEqual(passwords);
    expect(holdsPassword(address)).toBe(passwords.length > 0);
  });

  it.each([
    ['http://proxy:8080', []],
    ['http://user@proxy:8080', []],
    ['http://user:a%20b@proxy:8080', ['a%20b', 'a b']],
  ])('the address of a proxy, %j, holds these', (address, passwords) => {
    expect(passwordsInUrl(address)).toEqual(passwords);
  });
});
