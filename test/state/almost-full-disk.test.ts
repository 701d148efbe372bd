import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { expect, test } from 'vitest';
import { StateUnavailable } from '../../src/state/sql/state-unavailable.ts';
import type { State } from '../../src/state/state.ts';
import { systemClock } from '../../src/base/clock.ts';
import { recordedCall, reservation } from '../support/state/recorded-call.ts';
import { engine, freshState } from '../support/state/store.ts';

/** The disk of every file, with so many bytes free. */
function diskWith(free: number): Disposable {
  const { statfsSync } = fs;
  const replace = (by: typeof statfsSync): void => {
    fs.statfsSync = by;
    syncBuiltinESMExports();
  };
  replace(((path: string) => ({ ...statfsSync(path), bavail: free, bsize: 1 })) as typeof statfsSync);
  return { [Symbol.dispose]: () => replace(statfsSync) };
}

const place = { account: 'a' };
const claim = { holder: 'h', owner: 'o', leaseMs: 60_000 };
const file = { id: 'f', name: 'f', mime: 'text/plain', size: 1, body: new Uint8Array(1) };
const run = { id: 'run_1', account: 'a', code: '', input: 'null', may: [], maxCredits: 0 };
const hold = { owner: 'o', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };

/** What callers may write as much of as they like. */
const refused: readonly (readonly [string, (state: State) => Promise<unknown>])[] = [
  ['a value of a program', ({ memory }) => memory.set(place, 'name', '1')],
  ['something to do once', ({ memory }) => memory.claim(place, 'another', claim)],
  ['a run', ({ runs }) => runs.begin(run, hold)],
  ['a file', ({ saved }) => saved.put('a', { ...file, isPaid: false })],
  ['a document of a sign-in', ({ documents }) => documents.put('Client', 'id', '{}', { expiresAt: null })],
  ['a document that is written once', ({ documents }) => documents.putFirst('Keys', 'id', '{}', { expiresAt: null })],
];

/** What is paid, and the end of what has begun. */
const written: readonly (readonly [string, (state: State) => Promise<unknown>])[] = [
  ['a paid call', ({ ledger }) => ledger.reserve(reservation())],
  ['its charge', (state) => recordedCall(state, {}, { money: 'settled', charged: 5, state: 'completed' })],
  ['a file that was paid for', ({ saved }) => saved.put('a', { ...file, isPaid: true })],
  ['the result of what was done once', ({ memory }) => memory.settle(place, 'once', 'h', '1')],
  ['the use of a code', ({ documents }) => documents.consume('Code', 'id')],
  ['the end of a sign-in', ({ documents }) => documents.removeGrant('g')],
];

test.runIf(engine === 'sqlite')('the last 16 MB of a disk are kept for what is paid', async () => {
  await using rig = await freshState(systemClock);
  const { state } = rig;
  await state.memory.claim(place, 'once', claim);
  await state.documents.put('Code', 'id', '{}', { expiresAt: null, grant: 'g' });
  {
    using _ = diskWith(16 * 1024 * 1024 - 1);
    for (const [what, write] of refused) await expect(write(state), what).rejects.toBeInstanceOf(StateUnavailable);
    for (const [what, write] of written) await expect(write(state), what).resolves.not.toBe(false);
  }
  using _ = diskWith(16 * 1024 * 1024);
  for (const [what, write] of refused) await expect(write(state), what).resolves.not.toBe(false);
});
