import { busiest } from '../test/support/bench.ts';
import { later } from '../test/support/platform.ts';
import { fleet } from '../test/support/processes/processes.ts';
import { emptyList } from '../test/support/stories.ts';
import type { Row } from './table.ts';

const processes = 4;
/** A minute is over in four seconds. */
const speed = 15;
const minutes = 3;
const most = 60;
const least = 57;

/** Milliseconds of the sped-up clock that an answer takes. */
const jitter = (n: number): number => 100 + ((n * 577) % 1_400);

/** Whether four processes that want more than the rate keep it, and use it: requests as the platform sees them. */
export async function rate(): Promise<Row[]> {
  await using rig = await fleet(speed);
  let answered = 0;
  rig.platform.on('GET /projects', (...args) => later(jitter(answered++), emptyList)(...args));
  const clients = await Promise.all(Array.from({ length: processes }, () => rig.process()));
  const calls = (most * (minutes + 1)) / processes;
  await Promise.all(
    clients.flatMap((one) => Array.from({ length: calls }, () => one.call('projects.list', {}, { waitSeconds: 600 }))),
  );
  const arrivals = rig.platform.to('GET /projects').map(({ at }) => at);
  const fullest = busiest(arrivals, 60_000);
  const sustained = perMinute(arrivals);
  return [
    {
      what: `requests in the fullest 60 s, ${processes} processes, one token, jittered answers`,
      measured: `${fullest}`,
      floor: `limit: ${most}`,
      ratio: fullest / most,
      bar: `≤ ${most}`,
      held: fullest <= most,
    },
    {
      what: 'requests a minute that they get through, with always more to do',
      measured: sustained.toFixed(1),
      floor: `limit: ${most}`,
      ratio: sustained / most,
      bar: `≥ ${least}`,
      held: sustained >= least,
    },
  ];
}

/** From the end of the first windowful to the end of the last one. */
function perMinute(arrivals: readonly number[]): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  const [from = 0, to = 0] = [sorted[most - 1], sorted.at(-1)];
  return (60_000 * (sorted.length - most)) / (to - from);
}
