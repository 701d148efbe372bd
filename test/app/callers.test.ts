import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCallers } from '../../src/app/callers.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/app/config/config.ts';
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
