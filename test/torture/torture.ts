import type { Engine } from '../support/state/store.ts';
import { tortureReplicas } from './replicas.ts';
import { torture } from './run.ts';
import { storageFaults } from './storage-faults.ts';

/**
 * `npm run torture -- [rounds] [sqlite|postgres] [seed]`: until the books differ, or to the end. Then, on files, with a disk that lies.
 * `npm run torture -- --replicas [rounds] [seed]`: servers on PostgreSQL behind nginx; they are killed, ended and stopped under load, and
 * their database fails.
 */
const [first = '60', ...rest] = process.argv.slice(2);
const needsPostgres = first === '--replicas' || rest[0] === 'postgres';
if (needsPostgres && !process.env['VISIBILITY_TEST_POSTGRES'])
  throw new Error('VISIBILITY_TEST_POSTGRES: the address of a PostgreSQL database is needed');
if (first === '--replicas') {
  const [rounds = '4', seed = String(Date.now() % 1_000_000_000)] = rest;
  console.log(`seed ${seed}: ${rounds} rounds of replicas`);
  await tortureReplicas(Number(rounds), Number(seed), (line) => console.log(line));
} else await tortureBooks(first, ...rest);

async function tortureBooks(
  rounds: string,
  engine = 'sqlite',
  seed = String(Date.now() % 1_000_000_000),
): Promise<void> {
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error(`${engine}: neither sqlite nor postgres`);
  console.log(`seed ${seed}: ${rounds} rounds on ${engine}`);
  const began = performance.now();
  await torture({
    engine: engine as Engine,
    rounds: Number(rounds),
    seed: Number(seed),
    say: (line) => console.log(line),
  });
  console.log(`the books agree after ${Math.round((performance.now() - began) / 1000)} s`);
  if (engine === 'sqlite') {
    await storageFaults({ rounds: Number(rounds), seed: Number(seed), say: (line) => console.log(line) });
    console.log('a disk that lies was noticed, or harmless');
  }
}
