import { describe, expect, it } from 'vitest';
import { PlatformAuthenticator, type TokenOwner } from '../../src/server/auth/platform-authenticator.ts';
import { virtualClock } from '../support/virtual-clock.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function stage(answer: (token: string) => TokenOwner) {
  const clock = virtualClock();
  const asked: string[] = [];
  const authenticator = new PlatformAuthenticator({
    clock,
    accessOf: async (token) => `hash of ${token}`,
    lookUp: async (token) => (asked.push(token), answer(token)),
  });
  return { clock, asked, authenticator };
}

describe('the platform', () => {
  it('is asked once a minute whose a token is, however many requests come at a time', async () => {
    const { clock, asked, authenticator } = stage(() => ({ kind: 'known', caller: 'ada' }));
    const admitted = await Promise.all([1, 2, 3].map(() => authenticator.admit(bearer('t'))));
    expect(admitted.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'admitted']);
    await clock.advance(59_000);
    await authenticator.admit(bearer('t'));
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    await authenticator.admit(bearer('t'));
    expect(asked).toHaveLength(2);
  });

  it('that knows a token no more ends its use within a minute', async () => {
    let valid = true;
    const { clock, authenticator } = stage(() => (valid ? { kind: 'known', caller: 'ada' } : { kind: 'refused' }));
    await authenticator.admit(bearer('t'));
    valid = false;
    await clock.advance(61_000);
    expect(await authenticator.admit(bearer('t'))).toMatchObject({ kind: 'refused', guessed: true });
  });

  it('that cannot be asked makes nobody a guesser, and is asked again by the next request', async () => {
    const { asked, authenticator } = stage(() => ({ kind: 'unreachable' }));
    for (const _ of [1, 2]) {
      const admission = await authenticator.admit(bearer('t'));
      expect(admission).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
      expect(admission).not.toHaveProperty('guessed');
    }
    expect(asked).toHaveLength(2);
  });

  it('is not asked about what cannot be a token', async () => {
    const { asked, authenticator } = stage(() => ({ kind: 'known', caller: 'ada' }));
    for (const authorization of ['', 'Basic dTpw', 'Bearer', 'Bearer a b', 'Bearer ä'])
      expect(await authenticator.admit({ authorization })).toMatchObject({ refusal: { status: 401 } });
    expect(asked).toEqual([]);
  });
});
