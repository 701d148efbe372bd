import { Throttle } from '../src/client/http/transport/throttle.ts';
import { systemClock } from '../src/base/clock.ts';
import type { Slots } from '../src/state/slots.ts';
import { median, type Row } from './table.ts';

/** As many requests as the server admits at once (`maxCalls`), and an eighth of them. */
const [few, many] = [32, 256];
const rounds = 25;
const hour = 3_600_000;

/** A store without a free slot. */
const full: Slots = {
  take: async (_account, { ahead }) => ({ kind: 'full', ms: 1_000 * (ahead + 1), bucket: 'token' }),
  markAnswered: async () => {},
  release: async () => {},
  forget: async () => {},
  removePassed: async () => {},
  coolDown: async () => {},
};

/** What a call costs that waits for a slot and gives up, among a few others and among all that are admitted. */
export async function waiters(): Promise<Row[]> {
  const [each, floor]: [number[], number[]] = [[], []];
  await microsecondsEach(few);
  for (let round = 0; round < rounds; round++) {
    floor.push(await microsecondsEach(few));
    each.push(await microsecondsEach(many));
  }
  const ratio = median(each) / median(floor);
  return [
    {
      what: `a call that waits for a slot and gives up, among ${many}`,
      measured: `${median(each).toFixed(0)} µs`,
      floor: `${median(floor).toFixed(0)} µs among ${few}`,
      ratio,
      bar: '≤ 2',
      held: ratio <= 2,
    },
  ];
}

/** All wait at a time; then they give up, the first first. */
async function microsecondsEach(count: number): Promise<number> {
  const throttle = new Throttle(full, 'account', systemClock);
  const stops = Array.from({ length: count }, () => new AbortController());
  const began = process.cpuUsage();
  const waiting = stops.map(({ signal }) =>
    throttle
      .take({
        buckets: [{ name: 'token', requests: 60, per: 60_000 }],
        urgency: 'call',
        slotWaitMs: 10 * hour,
        deadline: 30_000,
        signal,
      })
      .catch(() => {}),
  );
  await new Promise((resolve) => void setTimeout(resolve, 0));
  for (const stop of stops) stop.abort();
  await Promise.all(waiting);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}
