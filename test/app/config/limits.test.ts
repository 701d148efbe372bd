import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { holdsPassword, passwordsIn, passwordsInUrl } from '../../../src/app/config/holds-password.ts';

const home = { HOME: '/home/ada' };

describe('a budget', () => {
  it.each([
    [' 123456789012345/total , 40/call ', ['123456789012345/total', '40/call']],
    ['200/day,20/day@nightly,5/day@a:b', ['200/day', '20/day@nightly', '5/day@a:b']],
    ['200/day,20/day@undefined', ['200/day', '20/day@undefined']],
  ])('is read from %j', (text, limits) => {
    const { budget } = readConfig({ budget: text }, home);
    expect(budget.map(({ credits, window, label }) => `${credits}/${window}${label ? `@${label}` : ''}`)).toEqual(
      limits,
    );
  });

  it.each([
    '200/day!',
    '200/day 40',
    'x200/day',
    '1234567890123456/day',
    '/day',
    '40/call,50/call',
    '20/day@nightly,30/day@nightly',
    '20/day@',
    '20/day@a b',
    '20/day@é',
    'x20/unpriced',
    '20/unpricedx',
    '20/unpriced,30/unpriced',
  ])('is refused as %j', (text) => {
    expect(() => readConfig({ budget: text }, home)).toThrow(/^budget: /);
  });
});

describe('a spending threshold', () => {
  it.each([
    ['25', 25, []],
    ['25/call', 25, []],
    [' 25 , 100/session,300/day', 25, ['100/session', '300/day']],
    ['300/day', undefined, ['300/day']],
  ])('is read from %j', (text, each, sums) => {
    const { confirmAbove, consentThresholds } = readConfig({ 'confirm-above': text }, home);
    expect(confirmAbove).toBe(each);
    expect(consentThresholds.map(({ credits, window }) => `${credits}/${window}`)).toEqual(sums);
  });

  it.each(['x25', '25x', '25,30', '1234567890', '25/year', '9/call,25/day@x'])('is refused as %j', (text) => {
    expect(() => readConfig({ 'confirm-above': text }, home)).toThrow(/^confirm-above: /);
  });
});

describe('the address of a store', () => {
  it.each([
    ['postgres://u:p%40ss@db/x', ['p%40ss', 'p@ss']],
    ['PostgreSQL://u:p@db/x', ['p', 'p']],
    ['postgres://u:%zz@db/x', ['%zz', '%zz']],
    ['postgres://db/x?sslpassword=one&PASSWORD=two&sslmode=require', ['one', 'two']],
    ['postgres://u@db/x?password=', []],
    ['postgres://[', []],
    ['https://u:p@db/x', []],
    ['x-postgres://u:p@db/x', []],
  ])('%j holds these passwords', (address, passwords) => {
    expect(passwordsIn(address)).toEqual(passwords);
    expect(holdsPassword(address)).toBe(passwords.length > 0);
  });

  it('of a proxy may hold one, as it is written and decoded', () => {
    expect(passwordsInUrl('http://user@proxy:8080')).toEqual([]);
    expect(passwordsInUrl('http://user:a%20b@proxy:8080')).toEqual(['a%20b', 'a b']);
  });
});
