import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/app/start-sandbox.ts';
import { openCallers } from '../../src/app/callers.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/app/config/config.ts';
import type { Credentials } from '../../src/server/index.ts';
import { callerBounds } from '../../src/server/http/bounds.ts';
import { createShutdown } from '../../src/server/protocol/shutdown.ts';
import { temporaryFolder } from '../cli/program.ts';

test('a start that fails after state and platform were opened closes them', async () => {
  const home = temporaryFolder();
  const config = readConfig({}, { VISIBILITY_SANDBOX: '1', VISIBILITY_STATE: join(home, 'state.db') });
  const unreadable = (): never => {
    throw new Error('the secret cannot be read');
  };
  const opening = openCallers(
    { ...config, auth: 'oauth', publicUrl: 'https://visibility.example', secrets: unreadable },
    {
      mode: 'oauth',
      clock: systemClock,
      lookups: callerBounds().lookups,
      shutdown: createShutdown(systemClock),
      onError: () => {},
    },
  );
  await expect(opening).rejects.toThrow('the secret cannot be read');
  // SQLite removes the files next to a store when its last connection closes.
  const left = readdirSync(home);
  expect(left).toContain('state.db');
  expect(left.filter((name) => name.endsWith('-wal'))).toEqual([]);
});

test('a caller is the same over all spellings of the address of the service', async () => {
  const platform = await startSandbox({ data: ':memory:', speed: 10 });
  const state = join(temporaryFolder(), 'state.db');
  const admitted = async (host: string): Promise<object> => {
    const url = platform.url.replace('127.0.0.1', host);
    const config = readConfig({}, { VISIBILITY_API_URL: url, VISIBILITY_AUTH: 'platform', VISIBILITY_STATE: state });
    const callers = await openCallers(config, {
      mode: 'platform',
      clock: systemClock,
      lookups: callerBounds().lookups,
      shutdown: createShutdown(systemClock),
      onError: () => {},
    });
    const { caller, access } = (await callers.authenticator.admit(
      { authorization: 'Bearer sandbox-owner' },
      '127.0.0.1',
    )) as Credentials;
    await callers.close();
    return { caller, access };
  };
  const first = await admitted('127.0.0.1');
  expect(first).toEqual({ caller: expect.any(String), access: expect.any(String) });
  expect(await admitted('localhost')).toEqual(first);
  await platform.close();
});
