import type { Engine } from '../support/state/store.ts';
import { tortureKeys } from './keys.ts';
import { tortureReplicas } from './replicas.ts';
import { torture } from './run.ts';
import { storageFaults } from './storage-faults.ts';

/**
 * `npm run torture -- [rounds] [sqlite|postgres] [seed]`: until the books differ, or to the end. Then, on files, with a disk that lies.
 * `npm run torture -- --replicas [rounds] [seed]`: servers on PostgreSQL behind nginx; they are killed, ended and stopped under load, and
 * their database fails.
 * `npm run torture -- --keys [rounds] [sqlite|postgres] [seed]`: programs under one key, started at once and killed.
 */
const [first = '60', ...rest] = process.argv.slice(2);
const needsPostgres = first === '--replicas' || rest.includes('postgres');
if (needsPostgres && !process.env['VISIBILITY_TEST_POSTGRES'])
  throw new Error('VISIBILITY_TEST_POSTGRES: the address of a PostgreSQL database is needed');
if (first === '--replicas') {
  const [rounds = '4', seed = String(Date.now() % 1_000_000_000)] = rest;
  console.log(`seed ${seed}: ${rounds} rounds of replicas`);
  await tortureReplicas(Number(rounds), Number(seed), (line) => console.log(line));
} else if (first === '--keys') await onEngine(rest, (order) => tortureKeys(order));
else await tortureBooks(first, ...rest);

/** Runs something with the rounds, the engine and the seed that were asked for. */
async function onEngine(
  [rounds = '60', engine = 'sqlite', seed = String(Date.now() % 1_000_000_000)]: readonly string[],
  work: (order: {
    readonly engine: Engine;
    readonly rounds: number;
    readonly seed: number;
    readonly say: (line: string) => void;
  }) => Promise<unknown>,
): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine}: neither sqlite nor postgres`);
  console.log(`seed ${seed}: ${rounds} rounds on ${engine}`);
  await work({ engine, rounds: Number(rounds), seed: Number(seed), say: (line) => console.log(line) });
}

async function tortureBooks(...order: readonly string[]): Promise<void> {
  await onEngine(order, async ({ engine, rounds, seed, say }) => {
    const began = performance.now();
    await torture({ engine, rounds, seed, say });
    say(`the books agree after ${Math.round((performance.now() - began) / 1000)} s`);
    if (engine !== 'sqlite') return;
    await storageFaults({ rounds, seed, say });
    say('a disk that lies was noticed, or harmless');
  });
}
