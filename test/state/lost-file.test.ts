import { copyFile, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import { clientOf, refusal } from '../support/bench.ts';
import { folder } from '../support/processes/folder.ts';
import { inline } from '../support/inline.ts';
import { json, startPlatform } from '../support/platform.ts';
import { runningJob } from '../support/running-job.ts';
import { recordedCall, reservation } from '../support/state/recorded-call.ts';
import { explore } from '../support/stories.ts';

const remove = (path: string): Promise<void> => rm(path);
const replace = async (path: string): Promise<void> => {
  await copyFile(path, `${path}.copy`);
  await rename(`${path}.copy`, path);
};

test.each([
  ['', 'removed', remove],
  ['', 'replaced', replace],
  ['-wal', 'removed', remove],
  ['-wal', 'replaced', replace],
  ['-shm', 'removed', remove],
  ['-shm', 'replaced', replace],
])('with its state.db%s %s a running process refuses, and holds and sends nothing', async (part, _, lose) => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const platform = await startPlatform();
  platform.on('POST /explorer', json({ data: [] }));
  platform.on('GET /credits/history', json({ data: [] }));
  const state = await openState(file);
  const client = await clientOf({
    apiUrl: platform.url,
    state,
    clock: systemClock,
    account: 'label',
    budget: [{ credits: 1_000, window: 'day' }],
  });
  await client.call(explore, { body: { keyword: 'one' } });
  const before = platform.seen.length;
  await lose(file + part);
  expect(await refusal(client.call(explore, { body: { keyword: 'two' } }))).toMatchObject({
    code: 'unreachable',
    outcome: 'not_sent',
    message: expect.stringMatching(/removed or replaced while it was in use\. Nothing was reserved or sent\. Restart/),
  });
  expect(platform.seen).toHaveLength(before);
  await client.close();
  await state.close();
  await platform.close();
});

/** All files of the store as they are now, to be put back later. */
async function snapshot(path: string): Promise<() => Promise<void>> {
  const kept = (await readdir(path)).filter((name) => /^state\.db(-wal|-shm)?$/.test(name));
  for (const name of kept) await copyFile(join(path, name), join(path, `older ${name}`));
  return async () => {
    for (const name of await readdir(path)) if (/^state\.db(-wal|-shm)?$/.test(name)) await rm(join(path, name));
    for (const name of kept) await copyFile(join(path, `older ${name}`), join(path, name));
  };
}

test('an older copy put back between two processes is noticed, and what it still holds as reserved stays in doubt', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const first = await openState(file);
  await first.accounts.begin('a', { start: 'read', since: 0 }, []);
  const { id } = await recordedCall(first);
  const putBack = await snapshot(rig.path);
  await first.ledger.dispatch(id, 30_000);
  await first.ledger.record(id, { money: 'settled', charged: 5, state: 'completed' });
  await first.close();
  await putBack();
  const second = await openState(file);
  expect(await second.accounts.beginning('a')).toEqual({ start: 'lost', since: 0 });
  expect(await second.ledger.usage('a', [{ window: 'total', session: '' }])).toEqual([
    { spent: 0, held: 5, inDoubt: 5 },
  ]);
  expect(await second.check()).toEqual([]);
  await second.close();
  const third = await openState(file);
  expect((await third.accounts.beginning('a'))?.start).toBe('lost');
  await third.close();
});

test('the -wal of a killed process that is thrown away is noticed', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const program = `
    const state = await openState(args[0]);
    const { entry } = await state.ledger.reserve(JSON.parse(args[1]));
    await state.ledger.dispatch(entry.id, 30000);
    process.kill(process.pid, 'SIGKILL');`;
  await inline(program, file, JSON.stringify(reservation())).ended.catch(() => undefined);
  for (const part of ['-wal', '-shm']) await rm(file + part);
  const state = await openState(file);
  expect((await state.accounts.beginning('a'))?.start).toBe('lost');
  await state.close();
});

test('a store that is closed and opened, copied elsewhere or opened by many has lost nothing', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  for (let n = 0; n < 3; n++) {
    const states = await Promise.all([openState(file), openState(file)]);
    await Promise.all(states.map((state, at) => runningJob(state, 'a', 10 * n + at)));
    for (const state of states) expect(await state.accounts.beginning('a')).toBeUndefined();
    await Promise.all(states.map((state) => state.close()));
  }
  await copyFile(file, join(rig.path, 'elsewhere.db'));
  const copy = await openState(join(rig.path, 'elsewhere.db'));
  expect(await copy.accounts.beginning('a')).toBeUndefined();
  await copy.close();
});

async function filled(file: string): Promise<void> {
  const state = await openState(file);
  for (let n = 0; n < 60; n++) await runningJob(state, 'a', n);
  await state.close();
}

test.each([
  [
    'cut off in the middle',
    async (file: string) => truncate(file, Math.floor((await stat(file)).size / 2 / 4096) * 4096),
  ],
  [
    'garbled in a page',
    async (file: string) => {
      const handle = await open(file, 'r+');
      const pages = Math.floor((await stat(file)).size / 4096);
      for (let page = 2; page < pages; page += 3) await handle.write(Buffer.alloc(600, 0xa5), 0, 600, page * 4096);
      await handle.close();
    },
  ],
])('a file %s is refused as damaged, with what to do', async (_, harm) => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  await filled(file);
  await harm(file);
  const error = await openState(file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StateUnavailable);
  expect((error as Error).message).toMatch(/damaged.*restore a backup/);
});

test.each([
  ['/proc/nowhere/deep/state.db', /its folder cannot be made there/],
  ['/proc/state.db', /cannot be opened|cannot be made/],
  ['/dev/null', /not a plain file/],
])('a state at %s is refused at once', async (path, why) => {
  const program =
    'await openState(args[0]).then(() => console.log("opened"), (error) => console.log(error.name, error.message));';
  const output = await inline(program, path).ended;
  expect(output).toMatch(/^StateUnavailable cannot open the state file/);
  expect(output).toMatch(why);
  expect(output).not.toMatch(/E[A-Z]{4,}|errno/);
});

test('a backup of a store in use is a store that can be opened, for its owner alone, and overwrites nothing', async () => {
  await using rig = await folder();
  const state = await openState(join(rig.path, 'state.db'));
  const job = await runningJob(state, 'a', 1);
  await state.backup(join(rig.path, 'new', 'copy.db'));
  expect((await stat(join(rig.path, 'new', 'copy.db'))).mode & 0o777).toBe(0o600);
  const copy = await openState(join(rig.path, 'new', 'copy.db'));
  expect(await copy.ledger.find('a', job)).toMatchObject({ state: 'running', charged: 5 });
  expect(await copy.check()).toEqual([]);
  await copy.close();
  await writeFile(join(rig.path, 'kept'), 'kept');
  await expect(state.backup(join(rig.path, 'kept'))).rejects.toThrow(/there already/);
  expect((await stat(join(rig.path, 'kept'))).size).toBe(4);
  await state.close();
});
