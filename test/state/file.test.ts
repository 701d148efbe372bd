import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import { clientOf, refusal } from '../support/bench.ts';
import { folder } from '../support/processes/folder.ts';
import { startPlatform } from '../support/platform.ts';
import { runningJob } from '../support/running-job.ts';
import { article, emptyList, generate, projects, writeArticles } from '../support/stories.ts';

const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

test('the file and its folder are for their owner alone', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'new', 'deep', 'state.db');
  const state = await openState(file);
  await runningJob(state, 'a', 1);
  expect(await mode(join(rig.path, 'new'))).toBe('700');
  expect(await mode(join(rig.path, 'new', 'deep'))).toBe('700');
  for (const name of await readdir(join(rig.path, 'new', 'deep')))
    expect([name, await mode(join(rig.path, 'new', 'deep', name))]).toEqual([name, '600']);
  await state.close();
});

test('a file that others may read is closed to them', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  await (await openState(file)).close();
  await chmod(file, 0o666);
  await (await openState(file)).close();
  expect(await mode(file)).toBe('600');
});

test('what was written is there after a restart', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const first = await openState(file);
  const account = await first.accounts.key('http://x', 't');
  const job = await runningJob(first, account, 1);
  await first.close();
  const second = await openState(file);
  expect(await second.accounts.key('http://x', 't')).toBe(account);
  expect(await second.accounts.key('http://y', 't')).not.toBe(account);
  expect(await second.ledger.find(account, job)).toMatchObject({ state: 'running', money: 'settled', charged: 5 });
  await second.close();
});

test('the token is in no byte of the file', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const state = await openState(file);
  await runningJob(state, await state.accounts.key('http://x', 'very-secret-token'), 1);
  await state.close();
  for (const name of await readdir(rig.path))
    expect((await readFile(join(rig.path, name))).includes('very-secret-token')).toBe(false);
});

test.each([
  ['a newer version', "UPDATE meta SET value = '99' WHERE key = 'schema'", /version 99.*newer program/],
  ['an earlier version', "DELETE FROM meta WHERE key = 'schema'", /earlier version.*jobs --json.*another --state/],
])('a file of %s is refused as it is, and says what to do', async (_, change, message) => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  await (await openState(file)).close();
  const other = new DatabaseSync(file);
  other.exec(change);
  const dump = (): unknown => other.prepare('SELECT * FROM meta').all();
  const before = dump();
  await expect(openState(file)).rejects.toThrow(message);
  await expect(openState(file)).rejects.toBeInstanceOf(StateUnavailable);
  expect(dump()).toEqual(before);
  other.close();
});

test("a file of another program's tables is refused as it is", async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const foreign = new DatabaseSync(file);
  foreign.exec('CREATE TABLE kept (x)');
  await expect(openState(file)).rejects.toBeInstanceOf(StateUnavailable);
  expect(foreign.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()).toEqual([{ name: 'kept' }]);
  foreign.close();
});

test.each([
  [
    'is no database',
    async (path: string) => writeFile(path, 'This is a shopping list, and not a short one.'.repeat(100)),
  ],
  ['is a folder', async (path: string) => mkdir(path)],
])('a file that %s is refused and left as it is', async (_, make) => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  await make(file);
  const before = await stat(file);
  await expect(openState(file)).rejects.toBeInstanceOf(StateUnavailable);
  expect((await stat(file)).size).toBe(before.size);
});

test('a folder that cannot be made is refused', async () => {
  await using rig = await folder();
  await writeFile(join(rig.path, 'plain'), '');
  await expect(openState(join(rig.path, 'plain', 'state.db'))).rejects.toThrow(/cannot open the state file/);
});

test('a folder without the right to write is refused', async () => {
  await using rig = await folder();
  await chmod(rig.path, 0o555);
  const module = (name: string): string => JSON.stringify(new URL(`../../src/state/${name}`, import.meta.url).href);
  // The administrator may write anywhere, so that it becomes somebody else; who that is may not be able to read
  // the modules, which are loaded before.
  const program = `
    import { openState } from ${module('open-state.ts')};
    import ${module('sqlite/database.ts')};
    if (process.getuid?.() === 0) {
      process.setgid(65_534);
      process.setuid(65_534);
    }
    await openState(process.argv[1]).then(() => console.log('opened'), (error) => console.log(error.name));`;
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program, join(rig.path, 'state.db')],
    { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  child.stdout.on('data', (chunk) => lines.push(String(chunk)));
  await once(child, 'close');
  expect(lines.join('').trim()).toBe('StateUnavailable');
  await chmod(rig.path, 0o755);
});

test('a file that is damaged while it is in use refuses calls, and nothing is sent', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const platform = await startPlatform();
  platform.on('GET /projects', emptyList);
  writeArticles(platform);
  const state = await openState(file);
  const client = await clientOf({ apiUrl: platform.url, state, clock: systemClock });
  const vandal = new DatabaseSync(file);
  vandal.exec('DROP TABLE slots; DROP TABLE entries');
  vandal.close();
  expect(await refusal(client.call(projects, {}))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(await refusal(client.call(generate, article()))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(platform.seen).toEqual([]);
  await client.close();
  await state.close();
  await platform.close();
});
