import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import { folder } from '../support/processes/folder.ts';
import { reservation } from '../support/state/recorded-call.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

test('while another process holds the lock, the event loop continues, and the work is done as soon as it lets go', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const state = await openState(file);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  let done = false;
  const reserved = state.ledger.reserve(reservation()).finally(() => (done = true));
  // A wait inside of SQLite would hold up the first turn until the lock was given up, and the work had failed.
  for (let turns = 0; turns < 200; turns++) await systemClock.sleep(1);
  expect(done).toBe(false);
  other.exec('COMMIT');
  expect((await reserved).kind).toBe('reserved');
  other.close();
  await state.close();
});

test('a lock that is never released is reported after ten seconds, and nothing was written', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const clock = virtualClock();
  const state = await openState(file, clock);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const began = clock.steady();
  const reserved = state.ledger.reserve(reservation());
  clock.run();
  await expect(reserved).rejects.toBeInstanceOf(StateUnavailable);
  clock.stop();
  // On the virtual clock: ten seconds, and a pause between two attempts.
  expect(Math.floor((clock.steady() - began) / 1_000)).toBe(10);
  other.exec('COMMIT');
  other.close();
  expect(await state.ledger.list('a', { limit: 10 })).toEqual([]);
  await turn();
  await state.close();
});

test('four processes that write at once lose nothing', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const each = 150;
  const program = `
    import { openState } from ${JSON.stringify(new URL('../../src/state/open-state.ts', import.meta.url).href)};
    const [file, name] = process.argv.slice(1);
    const state = await openState(file);
    for (let n = 0; n < ${each}; n++) {
      const { entry } = await state.ledger.reserve({ ...${JSON.stringify(reservation({ estimate: 1 }))}, fingerprint: name + n });
      await state.ledger.dispatch(entry.id, 30000);
      await state.ledger.record(entry.id, { money: 'settled', charged: 1, state: 'completed' });
      await new Promise(setImmediate);
    }
    await state.close();`;
  const ends = await Promise.all(
    ['w', 'x', 'y', 'z'].map(async (name) => {
      const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', program, file, name], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const [code] = (await once(child, 'close')) as [number | null];
      return code;
    }),
  );
  expect(ends).toEqual([0, 0, 0, 0]);
  const state = await openState(file);
  expect(await state.ledger.usage('a', [{ window: 'total', session: '' }])).toEqual([
    { spent: 4 * each, held: 0, inDoubt: 0 },
  ]);
  await state.close();
});

test('a file that is opened four times while it is made is made once', async () => {
  await using rig = await folder();
  const file = join(rig.path, 'state.db');
  const states = await Promise.all([1, 2, 3, 4].map(() => openState(file)));
  expect(new Set(await Promise.all(states.map((state) => state.accounts.key('http://x', 't')))).size).toBe(1);
  for (const state of states) await state.close();
});
