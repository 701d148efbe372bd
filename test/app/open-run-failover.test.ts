import { expect, test } from 'vitest';
import { openRunFailover } from '../../src/app/open-run-failover.ts';
import { systemClock } from '../../src/base/clock.ts';
import { readConfig } from '../../src/app/config/config.ts';

const postgres = 'postgres://db.example/x';

test.each([
  ['share a PostgreSQL database', postgres, 'on', true],
  ['run no programs', postgres, 'off', false],
  ['have a file of their own', '/tmp/state.db', 'on', false],
])('servers that %s continue the runs of one another: %s, %s', (_, state, code, isOpen) => {
  const config = readConfig({}, { VISIBILITY_STATE: state, VISIBILITY_CODE: code });
  const unused = () => Promise.reject(new Error('not expected'));
  const failover = openRunFailover(config, { mode: 'none', state: unused, clock: systemClock, onError: () => {} });
  expect(failover !== undefined).toBe(isOpen);
});
