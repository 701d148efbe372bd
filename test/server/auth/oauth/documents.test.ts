import { expect, it } from 'vitest';
import {
  connectionMs,
  Connections,
  createAdapter,
  type Connection,
} from '../../../../src/server/auth/oauth/documents.ts';
import { createSealer } from '../../../../src/server/auth/oauth/sealer.ts';
import type { Documents } from '../../../../src/state/documents.ts';
import { virtualClock } from '../../../support/clock/virtual-clock.ts';
import { freshState } from '../../../support/state/store.ts';

const day = 86_400_000;

async function stage() {
  const clock = virtualClock();
  const { state, ...store } = await freshState(clock);
  /** How often everything under a grant was read. */
  let grantReads = 0;
  const documents: Documents = {
    ...state.documents,
    listGrant(grant) {
      grantReads++;
      return state.documents.listGrant(grant);
    },
  };
  return {
    clock,
    documents,
    grantReads: () => grantReads,
    adapter: (kind: string, ...secrets: string[]) =>
      new (createAdapter(documents, createSealer(secrets.length > 0 ? secrets : ['old']), () => clock.now()))(kind),
    connections: (store: Documents, ...secrets: string[]) =>
      new Connections(store, createSealer(secrets), () => clock.now()),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const connection = (more: Partial<Connection> = {}): Connection => ({
  grant: 'g1',
  caller: 'ann',
  access: 'a',
  token: 'token-of-ann',
  client: 'c1',
  clientName: 'Referee',
  redirectHost: '127.0.0.1',
  scopes: ['read'],
  budget: '',
  readOnly: false,
  since: 0,
  ...more,
});

it('a document lasts for its time, and one without a time for a day', async () => {
  await using it = await stage();
  const clients = it.adapter('Client');
  await clients.upsert('timed', { clientId: 'timed' }, 60);
  await clients.upsert('unused', { clientId: 'unused' }, undefined as never);
  const present = async () => [await clients.find('timed'), await clients.find('unused')];
  expect(await present()).toEqual([{ clientId: 'timed' }, { clientId: 'unused' }]);
  await it.clock.advance(60_001);
  expect(await present()).toEqual([undefined, { clientId: 'unused' }]);
  await it.clock.advance(day);
  expect(await present()).toEqual([undefined, undefined]);
});

it('a document is looked up by its own id, by its second one, and by the code of a device, within its kind', async () => {
  await using it = await stage();
  const [codes, sessions] = [it.adapter('DeviceCode'), it.adapter('Session')];
  await codes.upsert('d', { userCode: 'AAAA' }, 60);
  await sessions.upsert('s', { uid: 'u', userCode: 'BBBB' }, 60);
  await sessions.upsert('without', {}, 60);
  expect(await codes.findByUserCode('AAAA')).toEqual({ userCode: 'AAAA' });
  expect(await sessions.findByUid('u')).toEqual({ uid: 'u', userCode: 'BBBB' });
  for (const missing of [
    codes.findByUserCode('BBBB'),
    codes.findByUid('AAAA'),
    codes.findByUid('u'),
    sessions.findByUserCode('BBBB'),
    sessions.findByUserCode('undefined'),
    sessions.find('d'),
  ])
    expect(await missing).toBeUndefined();
  await codes.destroy('d');
  expect(await codes.find('d')).toBeUndefined();
  // Neither the id nor the content is stored as it is.
  expect(await it.documents.find('Session', 's')).toBeUndefined();
});

it('a document that was used says when, in seconds', async () => {
  await using it = await stage();
  const codes = it.adapter('AuthorizationCode');
  await codes.upsert('code', { uid: 'u' }, 60);
  await it.clock.advance(1_999);
  await codes.consume('code');
  const used = { uid: 'u', consumed: Math.floor(it.clock.now() / 1_000) };
  expect([await codes.find('code'), await codes.findByUid('u')]).toEqual([used, used]);
});

it('one that is used twice ends everything under its grant, and nothing else', async () => {
  await using it = await stage();
  const [codes, tokens, grants] = [it.adapter('AuthorizationCode'), it.adapter('AccessToken'), it.adapter('Grant')];
  await grants.upsert('g1', { accountId: 'ann' }, 60);
  await grants.upsert('g2', { accountId: 'bob' }, 60);
  await codes.upsert('code', { grantId: 'g1' }, 60);
  await codes.upsert('alone', {}, 60);
  await codes.upsert('g1', {}, 60);
  await tokens.upsert('t1', { grantId: 'g1' }, 60);
  await tokens.upsert('t2', { grantId: 'g2' }, 60);
  await codes.consume('alone');
  for (const id of ['alone', 'none']) await expect(codes.consume(id)).rejects.toMatchObject({ error: 'invalid_grant' });
  await codes.consume('code');
  expect(await tokens.find('t1')).toBeDefined();
  await expect(codes.consume('code')).rejects.toMatchObject({ error: 'invalid_grant' });
  const revoked = [await tokens.find('t1'), await codes.find('code'), await grants.find('g1')];
  expect(revoked).toEqual([undefined, undefined, undefined]);
  expect([await tokens.find('t2'), await grants.find('g2'), await codes.find('alone'), await codes.find('g1')]).toEqual(
    [{ grantId: 'g2' }, { accountId: 'bob' }, { consumed: expect.any(Number) }, {}],
  );
});

it('a grant that an older secret sealed takes what is under it along when it is read; another document does not', async () => {
  await using it = await stage();
  const kinds = ['Grant', 'RefreshToken', 'AccessToken'] as const;
  const [grants, refresh, access] = kinds.map((kind) => it.adapter(kind)) as [
    ReturnType<typeof it.adapter>,
    ReturnType<typeof it.adapter>,
    ReturnType<typeof it.adapter>,
  ];
  for (const grantId of ['g1', 'g2']) {
    await grants.upsert(grantId, {}, 60);
    await refresh.upsert(`r ${grantId}`, { grantId }, 60);
    await access.upsert(`a ${grantId}`, { grantId }, 60);
  }
  const opensWithNew = (kind: string, id: string) => it.adapter(kind, 'new').find(id);
  await grants.find('g1');
  expect(it.grantReads()).toBe(0);
  await it.adapter('Grant', 'new', 'old').find('g1');
  await it.adapter('AccessToken', 'new', 'old').find('a g2');
  expect(it.grantReads()).toBe(1);
  expect(await opensWithNew('Grant', 'g1')).toEqual({});
  expect(await opensWithNew('RefreshToken', 'r g1')).toEqual({ grantId: 'g1' });
  expect(await opensWithNew('AccessToken', 'a g1')).toEqual({ grantId: 'g1' });
  expect(await opensWithNew('AccessToken', 'a g2')).toEqual({ grantId: 'g2' });
  expect(await opensWithNew('RefreshToken', 'r g2')).toBeUndefined();
  expect(await opensWithNew('Grant', 'g2')).toBeUndefined();
});

it('a connection is that of one person, for ninety days, and keeps its client for as long', async () => {
  await using it = await stage();
  const connections = it.connections(it.documents, 'old');
  await it.adapter('Client').upsert('c1', { clientId: 'c1' }, undefined as never);
  await connections.keep(connection());
  await connections.keep(connection({ grant: 'g2', caller: 'bob', client: 'c2' }));
  await it.clock.advance(connectionMs - 1_000);
  expect(await connections.of('g1')).toEqual(connection());
  expect(await connections.find(connections.keyOf('g1'))).toEqual(connection());
  expect(connections.keyOf('g1')).not.toBe('g1');
  expect(await connections.list('ann')).toEqual([connection()]);
  expect(await it.connections(it.documents, 'another').list('ann')).toEqual([]);
  expect(await it.adapter('Client').find('c1')).toBeDefined();
  await connections.revoke('bob', 'g1');
  await connections.revoke('ann', 'none');
  expect(await connections.list('ann')).toHaveLength(1);
  await connections.revoke('ann', 'g1');
  expect([await connections.list('ann'), (await connections.list('bob')).length]).toEqual([[], 1]);
  await it.clock.advance(1_001);
  expect(await connections.of('g2')).toBeUndefined();
  expect(await it.adapter('Client').find('c1')).toBeUndefined();
});

it('a connection that an older secret sealed takes its tokens and its client along, unless the store fails', async () => {
  await using it = await stage();
  const connections = it.connections(it.documents, 'old');
  for (const id of ['1', '2']) {
    await it.adapter('Client').upsert(`c${id}`, { clientId: `c${id}` }, undefined as never);
    await it.adapter('RefreshToken').upsert(`r${id}`, { grantId: `g${id}` }, 60);
    await connections.keep(connection({ grant: `g${id}`, client: `c${id}` }));
  }
  const opensWithNew = async (id: string) => [
    await it.connections(it.documents, 'new').of(`g${id}`),
    await it.adapter('RefreshToken', 'new').find(`r${id}`),
    await it.adapter('Client', 'new').find(`c${id}`),
  ];
  await it.connections(it.documents, 'new', 'old').of('g1');
  expect(await opensWithNew('1')).toEqual([connection(), { grantId: 'g1' }, { clientId: 'c1' }]);
  // What is sealed already is left as it is.
  expect(await it.connections(it.documents, 'new', 'old').of('g1')).toEqual(connection());
  expect(it.grantReads()).toBe(1);
  const failing: Documents = {
    ...it.documents,
    find: (kind, id) => (kind === 'Client' ? Promise.reject(new Error('no store')) : it.documents.find(kind, id)),
  };
  expect(await it.connections(failing, 'new', 'old').of('g2')).toMatchObject({ grant: 'g2' });
  expect((await opensWithNew('2'))[2]).toBeUndefined();
});
