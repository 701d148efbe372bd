import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import { sampleArguments } from '../support/sample-arguments.ts';
import { scenes } from '../catalog/scenes.ts';
import { example, operations, tokenOf } from './example.ts';
import { openVisit, visit, type Visit } from './visit.ts';

/** A pushed review carries a key, which is checked before what it says. */
const demands = operations
  .filter(({ name }) => name !== 'review_sources.push_review')
  .flatMap((operation) =>
    Object.entries(operation.input.shape)
      .filter(([field, type]) => !operation.params.includes(field) && !type.safeParse(undefined).success)
      // An object of optional fields may be left out.
      .filter(([, type]) => !type.safeParse({}).success)
      .map(([field]) => [operation.name, field] as const),
  );

let stage: Visit;
beforeAll(async () => {
  stage = await openVisit({ balance: 100_000 });
});
afterAll(() => stage.close());

test('every operation names each required field that is missing', async () => {
  const wrong: string[] = [];
  for (const [name, field] of demands) {
    const { status, body } = await example(stage, operationNamed(name), { [field]: undefined });
    if (status !== 422 || !Object.keys(body.errors ?? {}).some((one) => one.split('.')[0] === field))
      wrong.push(`${name} ${field}: ${status} ${JSON.stringify(body).slice(0, 150)}`);
  }
  expect(wrong).toEqual([]);
});

/** Reads and changes that name a document of the team by an id, and that need nothing else to be there. */
const addressed = operations.filter(
  ({ path, name, audience }) => /\{(id|project|p)\}/.test(path) && audience.who === 'member' && !(name in scenes),
);

test.each([
  ['an unknown id', 'sandbox-owner', 987_654, [404]],
  ['an id of another team', 'sandbox-guest', 1, [403, 404]],
] as const)('%s is refused wherever an address holds one, and nothing is drawn', async (_, token, id, expected) => {
  const { call, balance } = await visit();
  const before = await balance(token);
  const wrong: string[] = [];
  for (const operation of addressed) {
    const [first = ''] = operation.params;
    const { status } = await call(operation.name, { ...sampleArguments(operation), [first]: id }, token);
    if (!expected.some((one) => one === status)) wrong.push(`${operation.name}: ${status}`);
  }
  expect(wrong).toEqual([]);
  expect(await balance(token)).toBe(before);
});

/** What is made, read, changed and deleted, by the names of its operations: `create_post`, `list_posts`, `get_post`. */
const lives = operations.flatMap(({ name }) => {
  const [, family = '', what = ''] = /^(\w+)\.create(_\w+)?$/.exec(name) ?? [];
  const of = (action: string) => operations.find((one) => one.name === `${family}.${action}`);
  const list = of(`list${what}`) ?? of(`list${what.replace(/y$/, 'ie')}s`);
  const [get, update, remove] = ['get', 'update', 'delete'].map((action) => of(action + what));
  return family && list ? [{ name, list, get, update, remove }] : [];
});

test.each(lives)(
  'what $name makes is listed, read, changed and deleted alike',
  async ({ name, list, get, update, remove }) => {
    const token = tokenOf(list);
    const send = (operation: Operation, id?: number) => {
      const [first = ''] = operation.params;
      return stage.call(operation.name, { ...sampleArguments(operation), ...(id && { [first]: id }) }, token);
    };
    const { status, body } = await example(stage, operationNamed(name));
    expect(status).toBeLessThan(300);
    const { id = body.data?.id ?? body.storyline_id } = body;
    const row = async () => (await send(list)).body.data.find((one: { id: unknown }) => one.id === id);
    const read = async () => (get ? Object(await send(get, id)).body : { data: await row() });
    const shown = async () => {
      const whole = await read();
      return whole.data?.data ?? whole.data ?? whole;
    };
    expect(shared(await row(), await shown())).toEqual(shared(await shown(), await row()));

    if (update) {
      const sent = Object.entries(sampleArguments(update)).filter(([field]) => !update.params.includes(field));
      expect((await send(update, id)).status).toBeLessThan(300);
      expect(await shown()).toMatchObject(shared(Object.fromEntries(sent), await shown()));
    }
    if (!remove) return;
    expect((await send(remove, id)).status).toBeLessThan(300);
    expect(await row()).toBeUndefined();
    for (const gone of [get, update, remove]) if (gone) expect((await send(gone, id)).status, gone.name).toBe(404);
  },
);

/** The fields of one thing that the other has as well. */
const shared = (one: object, other: object): object =>
  Object.fromEntries(Object.entries(one).filter(([field]) => field in other));

test('each opening of a public link is counted', async () => {
  const { call } = await visit();
  const { body } = await call('images.share', { id: 11005 });
  expect((await fetch((body.data ?? body).public_url)).status).toBe(200);
  expect((await call('images.get', { id: 11005 })).body.data.share).toMatchObject({ view_count: 1 });
});

test('what is new in one audit is fixed in the other', async () => {
  const { call } = await visit();
  const compare = async (id: number, against: number) =>
    (await call('content_audits.compare', { id, against })).body.issues;
  const [later, earlier] = [await compare(8002, 8001), await compare(8001, 8002)];
  expect([later.new, later.fixed]).toEqual([earlier.fixed, earlier.new]);
  expect(later.fixed).not.toEqual(later.new);
});

test('an export becomes a ZIP that opens', async () => {
  const { call, clock } = await visit();
  const { job_id } = (await call('files.bulk_export', { ids: [11001, 11002] })).body;
  expect((await call('files.export_status', { job_id })).body).toEqual({ status: 'queued' });
  clock.pass(15);
  const { status, download_url } = (await call('files.export_status', { job_id })).body;
  expect(status).toBe('ready');
  const archive = unzipSync(new Uint8Array(await (await fetch(download_url)).arrayBuffer()));
  expect(Object.keys(archive).toSorted()).toEqual(['11001-keywords-autumn.csv', '11002-briefing.md']);
  expect(strFromU8(archive['11002-briefing.md']!)).toBe('# Briefing\n\nAn invented briefing.\n');
});

test('a removed member reads and starts nothing of the team any more, and keeps the account', async () => {
  // docs/platform/authentication.md#teams: a token resolves to the current team of its user.
  const { call } = await visit();
  expect((await call('projects.get', { id: 1 }, 'sandbox-member')).status).toBe(200);
  await call('team.remove_member', { user: 6002 });
  for (const [name, input] of [
    ['projects.get', { id: 1 }],
    ['projects.list', {}],
    ['tracking.get', { id: 2001 }],
    ['team.get', {}],
    ['articles.optimize', { id: 1001 }],
  ] as const) {
    expect((await call(name, input, 'sandbox-member')).status, name).toBe(403);
  }
  expect((await call('account.get', {}, 'sandbox-member')).body.email).toBe('member@nordlicht.example');
});
