import { describe, expect, it } from 'vitest';
import { PlatformAuthenticator, type TokenOwner } from '../../../../src/server/http/auth/platform-authenticator.ts';
import { callerBounds } from '../../../../src/server/http/bounds.ts';
import { rest, virtualClock } from '../../../support/clock/virtual-clock.ts';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

function stage(answer: (token: string) => TokenOwner) {
  const clock = virtualClock();
  const asked: string[] = [];
  const authenticator = new PlatformAuthenticator({
    clock,
    lookups: callerBounds().lookups,
    accessOf: async (token) => `hash of ${token}`,
    lookUp: async (token) => (asked.push(token), answer(token)),
  });
  return { clock, asked, authenticator };
}

describe('the platform', () => {
  it('is asked once a minute whose a token is, however many requests arrive at a time', async () => {
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
    expect(await authenticator.admit(bearer('t'))).toMatchObject({ kind: 'refused', refusal: { status: 401 } });
  });

  it('that cannot be asked makes nobody a guesser, and is asked again by the next request', async () => {
    const { asked, authenticator } = stage(() => ({ kind: 'unreachable' }));
    for (const _ of [1, 2]) {
      const admission = await authenticator.admit(bearer('t'));
      expect(admission).toMatchObject({ kind: 'refused', refusal: { status: 503 } });
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

it('makes 32 lookups at a time and refuses further tokens meanwhile, those known already excepted', async () => {
  const clock = virtualClock();
  const pending: ((owner: TokenOwner) => void)[] = [];
  const authenticator = new PlatformAuthenticator({
    clock,
    lookups: callerBounds().lookups,
    accessOf: async (token) => token,
    lookUp: () => new Promise((resolve) => pending.push(resolve)),
  });
  const known = authenticator.admit(bearer('known'));
  await expect.poll(() => pending.length).toBe(1);
  pending[0]?.({ kind: 'known', caller: 'ada' });
  expect((await known).kind).toBe('admitted');
  const waiting = Array.from({ length: 32 }, (_, n) => authenticator.admit(bearer(`t${n}`)));
  await expect.poll(() => pending.length).toBe(33);
  expect(await authenticator.admit(bearer('one-more'))).toMatchObject({ refusal: { status: 503 } });
  expect((await authenticator.admit(bearer('known'))).kind).toBe('admitted');
  for (const answer of pending) answer({ kind: 'known', caller: 'ada' });
  expect(new Set((await Promise.all(waiting)).map(({ kind }) => kind))).toEqual(new Set(['admitted']));
  const late = authenticator.admit(bearer('one-more'));
  await expect.poll(() => pending.length).toBe(34);
  pending[33]?.({ kind: 'known', caller: 'ada' });
  expect((await late).kind).toBe('admitted');
});

describe('while strangers send more tokens than can be looked up', () => {
  function besieged() {
    const clock = virtualClock();
    const pending = new Map<string, (owner: TokenOwner) => void>();
    const authenticator = new PlatformAuthenticator({
      clock,
      lookups: callerBounds().lookups,
      accessOf: async (token) => token,
      lookUp: (token) => new Promise((resolve) => void pending.set(token, resolve)),
    });
    const ask = (token: string, sender: string) => {
      const admission = authenticator.admit(bearer(token), sender);
      return { admission, lookedUp: expect.poll(() => pending.has(token)) };
    };
    const strangers = () => {
      for (let n = 0; n < 100; n++) ask(`guess-${n}`, 'their address');
    };
    return { clock, pending, ask, strangers };
  }

  it('a token is looked up that is sent from another address', async () => {
    const { pending, ask, strangers } = besieged();
    strangers();
    const other = ask('new', 'another address');
    await other.lookedUp.toBe(true);
    pending.get('new')?.({ kind: 'known', caller: 'ada' });
    expect((await other.admission).kind).toBe('admitted');
  });
});

describe('a token that was valid at its last lookup', () => {
  /** Whose lookups of tokens that begin with "slow" never end. */
  function held() {
    const clock = virtualClock();
    const refused = new Set<string>();
    const authenticator = new PlatformAuthenticator({
      clock,
      lookups: callerBounds().lookups,
      accessOf: async (token) => `hash of ${token}`,
      lookUp: (token) =>
        token.startsWith('slow')
          ? new Promise(() => undefined)
          : Promise.resolve<TokenOwner>(refused.has(token) ? { kind: 'refused' } : { kind: 'known', caller: token }),
    });
    const identify = async (token: string) => (await authenticator.identify(token, 'sender')).owner;
    const occupy = async (): Promise<void> => {
      for (let n = 0; n < 24; n++) void identify(`slow ${n}`);
      await rest();
    };
    return { clock, refused, identify, occupy };
  }

  it('is looked up again though strangers take all lookups of its sender', async () => {
    const { clock, refused, identify, occupy } = held();
    await identify('known');
    refused.add('wrong');
    await identify('wrong');
    await clock.advance(120_000);
    await occupy();
    expect(await identify('known')).toEqual({ kind: 'known', caller: 'known' });
    expect([await identify('wrong'), await identify('new')]).toEqual([
      { kind: 'unreachable' },
      { kind: 'unreachable' },
    ]);
  });
});
