import assert from 'node:assert/strict';
import { copyFile, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../../src/base/clock.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { clientProcess, type ClientProcess } from '../support/processes/processes.ts';
import { freshStore } from '../support/state/store.ts';
import { drawnBy } from './audit.ts';
import { openPlatform } from './platform.ts';
import { randomOf } from '../support/random.ts';
import { settingsOf, speed, token } from './settings.ts';

export interface StorageFaults {
  readonly rounds: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

/** What happened; that nothing was overspent has been audited after each fault. */
export interface Survived {
  readonly drawn: number;
  readonly budget: number;
  /** Damage that was refused when the store was opened. */
  readonly refused: number;
  readonly faults: Readonly<Record<string, number>>;
}

const price = 5;
const page = 4096;

/** Parts of the store that a fault may take; what is kept beside it to notice that stays, except where all is removed. */
const parts = /^state\.db(-wal|-shm)?$/;

/**
 * One process after another works on a budget, is killed in the middle of it, and finds a store whose disk has lied: commits that
 * were acknowledged are lost, pages are torn, an older state is back. Whatever is not noticed must be harmless: after each fault
 * the platform has drawn no more than the budget and what was in flight.
 */
export async function storageFaults({ rounds, seed, say = () => undefined }: StorageFaults): Promise<Survived> {
  const random = randomOf(seed);
  const origin = systemClock.steady();
  await using store = await freshStore('sqlite');
  await using platform = await openPlatform(fastClock(speed, origin));
  const folder = dirname(store.location);
  const budget = price * rounds;
  const settings = settingsOf(
    { apiUrl: platform.apiUrl, store: store.location, origin, requestsPerMinute: 100_000 },
    budget,
  );
  const faults: Record<string, number> = {};
  let [calls, inFlight, refused] = [0, 0, 0];

  const files = async (): Promise<string[]> => (await readdir(folder)).filter((name) => parts.test(name));
  const remove = async (which: RegExp): Promise<void> => {
    for (const name of await readdir(folder)) if (which.test(name)) await rm(join(folder, name));
  };
  const keepCopy = async (): Promise<void> => {
    await remove(/^older-/);
    for (const name of await files()) await copyFile(join(folder, name), join(folder, `older-${name}`));
  };
  const disk: Readonly<Record<string, () => Promise<void>>> = {
    'nothing happened': async () => undefined,
    'an older copy is back': async () => {
      const older = (await readdir(folder)).filter((name) => name.startsWith('older-'));
      if (older.length === 0) return;
      await remove(parts);
      for (const name of older) await copyFile(join(folder, name), join(folder, name.slice('older-'.length)));
    },
    'the log is lost': () => remove(/^state\.db-(wal|shm)$/),
    'the log is torn': () => tear(`${store.location}-wal`, random.below(100) / 100),
    'the file is torn': () => tear(store.location, 0.3 + random.below(60) / 100),
    'a page is garbled': () => garble(store.location, random.below(1_000)),
    'all is removed': () => remove(new RegExp(`^(older-)?${basename(store.location)}`)),
  };
  /** Refused damage is what an operator clears away, as the refusal says. */
  const start = async (): Promise<ClientProcess> => {
    try {
      return await clientProcess({ ...settings, quiet: true });
    } catch {
      refused++;
      await remove(parts);
      return clientProcess({ ...settings, quiet: true });
    }
  };

  for (let round = 1; round <= rounds; round++) {
    const one = await start();
    const copyAt = random.below(5);
    const open: Promise<unknown>[] = [];
    let unresolved = 0;
    for (let n = 0; n < 1 + random.below(4); n++) {
      if (n === copyAt) await keepCopy();
      unresolved++;
      const call = one
        .call('images.generate', { body: { prompt: `fault ${++calls}` } }, { waitSeconds: 0 })
        .catch(() => undefined);
      open.push(call.finally(() => unresolved--));
      if (random.chance(0.7)) await call;
    }
    if (random.chance(0.5)) await Promise.all(open);
    inFlight += unresolved;
    await one.kill();
    await Promise.all(open);
    const fault = random.pick(Object.keys(disk));
    faults[fault] = (faults[fault] ?? 0) + 1;
    // Some faults find all of it in the file, others the newest in its log.
    if (random.chance(0.6)) checkpoint(store.location);
    await disk[fault]?.();
    const drawn = await drawnBy(platform.apiUrl, token);
    say(`round ${round}: ${fault}, ${drawn} of ${budget} credits drawn, ${inFlight} calls were cut off so far`);
    assert.ok(
      drawn <= budget + price * inFlight,
      `${drawn} credits drawn on a budget of ${budget}, with ${inFlight} calls in flight`,
    );
  }
  const last = await start();
  for (let n = 0; n < rounds; n++)
    await last.call('images.generate', { body: { prompt: `last ${n}` } }, { waitSeconds: 5 }).catch(() => undefined);
  await last.end();
  const drawn = await drawnBy(platform.apiUrl, token);
  assert.ok(
    drawn <= budget + price * inFlight,
    `${drawn} credits drawn on a budget of ${budget}, with ${inFlight} calls in flight`,
  );
  say(`settled: ${JSON.stringify({ drawn, budget, refused, faults })}`);
  return { drawn, budget, refused, faults };
}

/** What the last process to close the store does. Fails without harm where an earlier fault has left no store to speak of. */
function checkpoint(file: string): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    return;
  } finally {
    db.close();
  }
}

/** The file ends early, as after writes that never reached the disk. */
async function tear(file: string, part: number): Promise<void> {
  const { size } = (await stat(file).catch(() => undefined)) ?? { size: 0 };
  if (size > 0) await truncate(file, Math.floor((size * part) / page) * page);
}

/** Bytes of one page are others. */
async function garble(file: string, which: number): Promise<void> {
  const pages = Math.floor((await stat(file)).size / page);
  if (pages < 2) return;
  const handle = await open(file, 'r+');
  await handle.write(Buffer.alloc(512, 0xa5), 0, 512, (1 + (which % (pages - 1))) * page + 64);
  await handle.close();
}
