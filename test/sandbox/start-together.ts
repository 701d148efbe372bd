import { parentPort, workerData } from 'node:worker_threads';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { systemClock } from '../../src/base/clock.ts';

/** Opens each of the named files at the moment at which the other threads do, and reports the balance that it finds there. */
const { files, others, arrived } = workerData as { files: string[]; others: number; arrived: SharedArrayBuffer };
const count = new Int32Array(arrived);

for (const [round, data] of files.entries()) {
  if (Atomics.add(count, round, 1) === others) Atomics.notify(count, round);
  else Atomics.wait(count, round, 1);
  const { url, close } = await startSandbox({ data, clock: systemClock });
  const answer = await fetch(`${url}/credits`, { headers: { authorization: 'Bearer sandbox-owner' } });
  parentPort?.postMessage(((await answer.json()) as { data: { balance: number } }).data.balance);
  await close();
}
