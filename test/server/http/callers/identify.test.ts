import { expect, it } from 'vitest';
import { SettingError } from '../../../../src/base/setting-error.ts';
import type { Authentication, Credentials } from '../../../../src/server/http/auth/authenticator.ts';
import { identify, type Callers } from '../../../../src/server/http/callers/identify.ts';
import type { CallerServer } from '../../../../src/server/http/callers/caller-servers.ts';

const credentials = { caller: 'ann' } as Credentials;
const callerServer = { caller: 'ann' } as CallerServer;
const refusal = { status: 401, message: 'Sign in' };

const failing = (error: Error) => (): never => {
  throw error;
};

/** What becomes of a request, and what was reported. */
async function identifySender(
  admission: () => Authentication,
  of: () => CallerServer | undefined = () => callerServer,
) {
  const errors: unknown[] = [];
  const seen: unknown[] = [];
  const callers = {
    authenticator: { admit: async (...given: unknown[]) => (seen.push(given), admission()) },
    callerServers: { of: async (given: Credentials) => (seen.push(given), of()) },
  } as unknown as Callers;
  const request = { headers: { authorization: 'Bearer a' }, socket: { remoteAddress: '10.0.0.5' } } as never;
  const answer = await identify(callers, request, (error) => void errors.push(error));
  return { answer, errors, seen };
}

const admit = (): Authentication => ({ kind: 'admitted', credentials });

it('a request that is admitted gets the callerServer of its sender', async () => {
  expect(await identifySender(admit)).toEqual({
    answer: { callerServer, credentials },
    errors: [],
    seen: [[{ authorization: 'Bearer a' }, '10.0.0.5'], credentials],
  });
});

it.each([true, undefined] as const)(
  'one that is refused is refused so, with a wrong token or none: %s',
  async (guessed) => {
    const { answer, seen } = await identifySender(() => ({ kind: 'refused', refusal, guessed }));
    expect(answer).toMatchObject({ refusal, guessed });
    expect(seen).toHaveLength(1);
  },
);

it('one for which there is no room may be sent again', async () => {
  const { answer, errors } = await identifySender(admit, () => undefined);
  expect(answer).toEqual({
    refusal: { status: 503, message: 'Too many callers', headers: { 'retry-after': '5' } },
  });
  expect(errors).toEqual([]);
});

it('headers that cannot be read are a wrong request, and any other failure is reported and passes', async () => {
  const unreadable = failing(new SettingError('budget: much'));
  const defect = new Error('defect');
  for (const [admission, of] of [
    [unreadable, undefined],
    [admit, unreadable],
  ] as const) {
    const { answer, errors } = await identifySender(admission, of);
    expect([answer, errors]).toEqual([{ refusal: { status: 400, message: 'budget: much' } }, []]);
  }
  for (const [admission, of] of [
    [failing(defect), undefined],
    [admit, failing(defect)],
  ] as const) {
    const { answer, errors } = await identifySender(admission, of);
    expect(answer).toMatchObject({ refusal: { status: 503, headers: { 'retry-after': '5' } } });
    expect(errors).toEqual([defect]);
  }
});
