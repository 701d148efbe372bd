import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';
import { asCaller } from '../mcp/support/as-caller.ts';
import { modernClient } from '../mcp/support/http-server.ts';
import { oauthSecret, signIn, startOAuth } from '../mcp/support/oauth-server.ts';
import { asAdministrator, postgresServer } from '../support/state/schemas.ts';
import { freshStore } from '../support/state/store.ts';
import { runHere, runProgram, start, temporaryFolder } from './program.ts';

/** Commands that only look at a store. */
const looking = [
  ['state', 'check'],
  ['state', 'backup', 'copy.db'],
  ['credits'],
  ['credits', '--all'],
  ['credits', '--history'],
  ['jobs'],
];
/** Their exit codes where there is no store: 4 where the store is opened for the account. */
const exitCodes = [1, 1, 4, 1, 1, 4];

it('a command that looks at a store makes none where the address is wrong', async () => {
  const folder = temporaryFolder();
  const wrong = join(folder, 'wrong', 'state.db');
  for (const [at, command] of looking.entries()) {
    const given = command.map((word) => word.replace('copy.db', join(folder, 'copy.db')));
    const { code, stdout, stderr } = await runHere(given, { env: { VISIBILITY_STATE: wrong } });
    const outcome = [code, stdout, stderr.includes(`no data file at ${wrong}`), readdirSync(folder)];
    expect(outcome, command.join(' ')).toEqual([exitCodes[at], '', true, []]);
  }
});

it('before the first call there is nothing to show, and looking makes no store', async () => {
  for (const command of [['credits', '--history'], ['credits', '--all'], ['jobs']]) {
    const folder = temporaryFolder();
    const { code } = await runHere(command, { env: { XDG_STATE_HOME: folder } });
    expect([code, existsSync(join(folder, 'visibility-mcp', 'sandbox.db'))], command.join(' ')).toEqual([0, false]);
  }
});

it.runIf(postgresServer !== '')('makes no tables in a database that holds no store', async () => {
  await using store = await freshStore('postgres');
  const { code, stderr } = await runProgram(['state', 'check'], { env: { VISIBILITY_STATE: store.location } });
  expect([code, stderr]).toEqual([1, expect.stringContaining('no data in this database')]);
  const schema = /search_path=(\w+)/.exec(decodeURIComponent(store.location))?.[1];
  const { rows } = await asAdministrator((client) =>
    client.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema]),
  );
  expect(rows).toEqual([]);
});

it('a service whose callers sign in has its accounts in the store: all are shown, and a token says which one is meant', async () => {
  const { url, close } = await startSandbox({ clock: systemClock, rate: 0 });
  onTestFinished(close);
  const env = {
    VISIBILITY_API_URL: url,
    VISIBILITY_AUTH: 'oauth',
    VISIBILITY_SECRET: oauthSecret,
    VISIBILITY_STATE: join(temporaryFolder(), 'state.db'),
    VISIBILITY_BUDGET: '100/day',
  };
  const service = await startOAuth({ onTestFinished }, { env: { ...env, VISIBILITY_SANDBOX: 'false' } });
  for (const [token, keyword] of [
    ['sandbox-owner', 'tea'],
    ['sandbox-guest', 'coffee'],
  ] as const) {
    const { tokens } = await signIn(service, 'read write paid', token);
    const client = modernClient(asCaller(service.server, String(tokens['access_token'])));
    const { data } = await client.call('call_read', { operation: 'projects.list' });
    const order = { project: (data as { id: number }[])[0]?.id, keyword };
    const started = await client.call('call_paid', { operation: 'storylines.create', arguments: order, wait_s: 0 });
    expect(started).toMatchObject({ ok: true });
    const explored = await client.call('call_paid', {
      operation: 'keywords.explore',
      arguments: { body: { seed: keyword } },
    });
    expect(explored).toMatchObject({ ok: true });
    if (token === 'sandbox-guest')
      await client.call('call_paid', {
        operation: 'ai_scanner.detect',
        arguments: { scan_type: 'quick', text: 'A box is a box.' },
      });
  }
  const ofOwner = { ...env, VISIBILITY_API_TOKEN: 'sandbox-owner' };
  const show = async (command: string[], settings: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await runHere([...command, '--json'], { env: settings });
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Record<string, Record<string, unknown>[]>;
  };
  const accountsIn = (lines: Record<string, unknown>[] = []) => new Set(lines.map(({ account }) => account)).size;
  const history = ['credits', '--history'];
  expect(accountsIn((await show(history, env))['history'])).toBe(2);
  // The highest first.
  expect((await show([...history, '--by', 'account'], env))['spending']).toMatchObject([
    { charged: 52 },
    { charged: 50 },
  ]);
  expect((await show(['credits'], env))['spending']).toHaveLength(2);
  const ofOne = (await show(history, ofOwner))['history'];
  expect([accountsIn(ofOne), ofOne?.map(({ operation }) => operation)]).toEqual([
    1,
    expect.arrayContaining(['storylines.create']),
  ]);
  // One key of a caller everywhere.
  const [caller] = (await show([...history, '--by', 'caller'], ofOwner))['spending'] ?? [];
  expect((await show(['credits', '--all'], env))['spending']).toContainEqual(caller);
  expect((await show(['jobs'], ofOwner))['jobs']).toContainEqual(
    expect.objectContaining({ operation: 'storylines.create' }),
  );
  expect(await runHere(['state', 'rebuild', '--from-now'], { env: ofOwner })).toMatchObject({ code: 0 });
  expect(await runHere(['state', 'rebuild'], { env })).toMatchObject({ code: 2 });
  for (const command of [['jobs'], ['credits', 'reconcile']]) {
    const { code, stderr } = await runHere(command, { env });
    expect([code, stderr]).toEqual([
      4,
      expect.stringMatching(/"credits --all" and "credits --history".*VISIBILITY_API_TOKEN_FILE/),
    ]);
  }
  // Without the server's settings, or without its way to sign in, nothing is shown that is not in the store.
  const { VISIBILITY_STATE, VISIBILITY_API_URL } = env;
  const other = [
    ['credits', 'reconcile'],
    ['state', 'rebuild'],
  ];
  for (const command of [history, ['credits'], ['jobs'], ...other])
    for (const settings of [{ VISIBILITY_STATE }, { VISIBILITY_STATE, VISIBILITY_API_URL }]) {
      const { stdout, stderr } = await runHere(command, { env: settings });
      expect([stdout, stderr], command.join(' ')).toEqual(['', expect.stringContaining('VISIBILITY_AUTH')]);
    }
  expect(existsSync(`${VISIBILITY_STATE}.platform.db`)).toBe(false);
});

it('only their owner can read the data of the embedded platform', async () => {
  const folder = temporaryFolder();
  const env = { VISIBILITY_STATE: join(folder, 'deep', 'state.db') };
  await runHere(['call', 'call_read', '{"operation": "projects.list"}'], { env });
  const files = readdirSync(dirname(env.VISIBILITY_STATE)).map((name) => join(dirname(env.VISIBILITY_STATE), name));
  expect(files.some((file) => file.endsWith('.platform.db'))).toBe(true);
  expect(files.filter((file) => (statSync(file).mode & 0o077) !== 0)).toEqual([]);
  expect(statSync(dirname(env.VISIBILITY_STATE)).mode & 0o777).toBe(0o700);
  const data = join(folder, 'sandbox.db');
  await start(['sandbox', '--data', data]).firstLine;
  expect([data, `${data}-wal`].filter(existsSync).map((file) => statSync(file).mode & 0o777)).toContain(0o600);
  expect(statSync(data).mode & 0o777).toBe(0o600);
});
