import { expect, it } from 'vitest';
import { bearerToken } from '../../../../src/server/http/auth/authenticator.ts';

const longest = 'x'.repeat(4_096);

it.each([
  ['Bearer a', 'a'],
  ['bearer   a.b-c~!', 'a.b-c~!'],
  [`BEARER ${longest}`, longest],
  [`Bearer ${longest}x`, undefined],
  ['Bearer', undefined],
  ['Bearer ', undefined],
  ['Bearer a b', undefined],
  ['Bearer a\u007F', undefined],
  ['Bearer \u00E4', undefined],
  ['Basic a', undefined],
  ['x Bearer a', undefined],
  ['', undefined],
  [undefined, undefined],
])('the token of %j is %j', (authorization, token) => {
  expect(bearerToken({ authorization })).toBe(token);
});
