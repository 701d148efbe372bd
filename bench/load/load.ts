import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { postgresServer } from '../../test/support/state/schemas.ts';
import { type Engine } from '../../test/support/state/store.ts';
import { print, type Row } from '../table.ts';
import { connectClients, type Stretch } from './clients.ts';
import { bareServers, programs, startProcess, stop, type Fleet } from './fleet.ts';

/**
 * `npm run load -- [--seconds 60] [--clients 200] [--replicas 1,2,3]`: callers who read again and again over HTTP, against a bare
 * SDK server with the same work in its handler. On SQLite, then for each number of replicas on PostgreSQL, where
 * `VISIBILITY_TEST_POSTGRES` names one. Exits with 1 where a bar is missed.
 *
 * `--seconds` is the time of each of the two; they take turns in it, so that what else the machine does meets both.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    clients: { type: 'string', default: '200' },
    replicas: { type: 'string', default: '1,2,3' },
  },
});
const [seconds, count] = [Number(values.seconds), Number(values.clients)];
const replicas = values.replicas.split(',').map(Number);
if (![seconds, count, ...replicas].every((number) => number > 0)) throw new Error('options take numbers above 0');

const turns = 6;
/** Seconds of load before anything is measured: code is compiled, connections and sessions are open. */
const warmUpSeconds = Math.min(5, seconds / 4);

const platform = await startProcess([fileURLToPath(new URL('platform-process.ts', import.meta.url))]);
const rows = await measure('sqlite', 1);
if (postgresServer !== '') for (const number of replicas) rows.push(...(await measure('postgres', number)));
else process.stderr.write('VISIBILITY_TEST_POSTGRES is not set: replicas are left out\n');
await stop(platform.child);
print(rows);
process.exit(rows.every(({ held }) => held) ? 0 : 1);

async function measure(engine: Engine, number: number): Promise<Row[]> {
  const options = { engine, replicas: number, platform: platform.url };
  await using ours = await programs(options);
  await using bare = await bareServers(options);
  const clients = [await connectClients(ours.urls, count), await connectClients(bare.urls, count)] as const;
  for (const each of clients) await each.drive(warmUpSeconds * 1000);
  const stretches: [Stretch[], Stretch[]] = [[], []];
  const memory: number[] = [await settledMegabytes(ours)];
  const processorMs = [await ours.processorMs(), await bare.processorMs()] as const;
  for (let turn = 0; turn < turns; turn++) {
    stretches[0].push(await clients[0].drive((seconds * 1000) / turns));
    memory.push(await settledMegabytes(ours));
    stretches[1].push(await clients[1].drive((seconds * 1000) / turns));
  }
  const summaries = [
    summary(stretches[0], (await ours.processorMs()) - processorMs[0]),
    summary(stretches[1], (await bare.processorMs()) - processorMs[1]),
  ] as const;
  await Promise.all(clients.map((each) => each.close()));
  return rowsOf(`${number} × ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`, ...summaries, memory);
}

interface Summary {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
  /** Milliseconds of processor time that the servers took for a call. */
  readonly processorMs: number;
  readonly calls: number;
  readonly errors: readonly string[];
}

function summary(stretches: readonly Stretch[], processorMs: number): Summary {
  const latencies = stretches.flatMap((stretch) => stretch.latencies).sort((a, b) => a - b);
  const ms = stretches.reduce((sum, stretch) => sum + stretch.ms, 0);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  return {
    perSecond: (latencies.length / ms) * 1000,
    median: at(0.5),
    p99: at(0.99),
    processorMs: processorMs / latencies.length,
    calls: latencies.length,
    errors: stretches.flatMap(({ errors }) => errors),
  };
}

function rowsOf(where: string, ours: Summary, bare: Summary, memory: readonly number[]): Row[] {
  const [throughput, slowest] = [ours.perSecond / bare.perSecond, ours.p99 / bare.p99];
  const errors = [...ours.errors, ...bare.errors];
  if (errors.length > 0) process.stderr.write(`${where}: ${errors.slice(0, 3).join('\n')}\n`);
  // The heap finds its size in the first half; what grows in the second is a leak.
  const [half = 0, end = 0] = [memory[turns / 2], memory.at(-1)];
  return [
    {
      what: `${where}: calls a second, ${count} clients`,
      measured: ours.perSecond.toFixed(0),
      floor: bare.perSecond.toFixed(0),
      ratio: throughput,
      bar: '≥ 0.5',
      held: throughput >= 0.5,
    },
    {
      what: `${where}: 99th percentile (median)`,
      measured: `${ours.p99.toFixed(0)} ms (${ours.median.toFixed(0)})`,
      floor: `${bare.p99.toFixed(0)} ms (${bare.median.toFixed(0)})`,
      ratio: slowest,
      bar: '≤ 2',
      held: slowest <= 2,
    },
    {
      what: `${where}: processor time of a call`,
      measured: `${ours.processorMs.toFixed(2)} ms`,
      floor: `${bare.processorMs.toFixed(2)} ms`,
      ratio: ours.processorMs / bare.processorMs,
      bar: '–',
      held: true,
    },
    {
      what: `${where}: errors`,
      measured: `${errors.length} of ${ours.calls + bare.calls}`,
      bar: '0',
      held: errors.length === 0,
    },
    {
      what: `${where}: memory at the end, at half time`,
      measured: `${end.toFixed(0)} MB`,
      floor: `${half.toFixed(0)} MB`,
      ratio: end / half,
      bar: '≤ 1.15',
      held: end <= half * 1.15,
    },
  ];
}

/** What is resident once the load has stopped for a moment. */
async function settledMegabytes(fleet: Fleet): Promise<number> {
  await new Promise((resolve) => void setTimeout(resolve, 300));
  return fleet.megabytes();
}
