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
    expect(admitted).toEqual(Array(3).fill(expect.objectContaining({ caller: 'ada' })));
    await clock.advance(59_000);
    await authenticator.admit(bearer('t'));
    expect(asked).toHaveLength(1);
    await clock.advance(2_000);
    await authenticator.admit(bearer('t'));
    expect(asked).toHaveLength(2);
  });

  it('that no longer knows a token ends its use within a minute', async () => {
    let valid = true;
    const { clock, authenticator } = stage(() => (valid ? { kind: 'known', caller: 'ada' } : { kind: 'refused' }));
    await authenticator.admit(bearer('t'));
    valid = false;
    await clock.advance(61_000);
    expect(await authenticator.admit(bearer('t'))).toMatchObject({ status: 401 });
  });

  it('that cannot be asked counts against no caller, and is asked again by the next request', async () => {
    const { asked, authenticator } = stage(() => ({ kind: 'unreachable' }));
    for (const _ of [1, 2]) {
      expect(await authenticator.admit(bearer('t'))).toMatchObject({ status: 503 });
    }
    expect(asked).toHaveLength(2);
  });

  it('is not asked about what cannot be a token', async () => {
    const { asked, authenticator } = stage(() => ({ kind: 'known', caller: 'ada' }));
    for (const authorization of ['', 'Basic dTpw', 'Bearer', 'Bearer a b', 'Bearer ä'])
      expect(await authenticator.admit({ authorization })).toMatchObject({ status: 401 });
    expect(asked).toEqual([]);
  });
});

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

it('a token that was valid at its last lookup is looked up again though strangers take all lookups of its sender', async () => {
  const { clock, refused, identify, occupy } = held();
  await identify('known');
  refused.add('wrong');
  await identify('wrong');
  await clock.advance(120_000);
  await occupy();
  expect(await identify('known')).toEqual({ kind: 'known', caller: 'known' });
  expect([await identify('wrong'), await identify('new')]).toEqual([{ kind: 'unreachable' }, { kind: 'unreachable' }]);
});
