// Loaded into a process of the program before anything else (`node --import`): its time runs faster than the
// machine's, and jumps ahead when the test says so. Every source of time is replaced, so that the program itself, the
// protocol's SDK and the HTTP client agree on it. See process-clock.ts.
import perfHooks from 'node:perf_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

const { speed, origin, jumped } = JSON.parse(process.env.TEST_PROCESS_CLOCK);
let ahead = jumped;

const bigint = process.hrtime.bigint.bind(process.hrtime);
const realSteady = () => Number(bigint() / 1000n) / 1000;
/** Milliseconds that have passed here since the origin beyond those of the machine. */
const gained = () => (realSteady() - origin) * (speed - 1) + ahead;

const RealDate = Date;
const now = () => Math.floor(RealDate.now() + gained());
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static now() {
    return now();
  }
};

const performanceNow = performance.now.bind(performance);
perfHooks.performance.now = () => performanceNow() + gained();

const hrtime = process.hrtime;
process.hrtime = (earlier) => {
  const ns = process.hrtime.bigint();
  const [seconds, rest] = [Number(ns / 1_000_000_000n), Number(ns % 1_000_000_000n)];
  if (!earlier) return [seconds, rest];
  const [s, n] = [seconds - earlier[0], rest - earlier[1]];
  return n < 0 ? [s - 1, n + 1e9] : [s, n];
};
process.hrtime.bigint = () => hrtime.bigint() + BigInt(Math.round(gained() * 1e6));

const shorter = (ms) => (typeof ms === 'number' ? ms / speed : ms);
for (const name of ['setTimeout', 'setInterval']) {
  const real = timers[name];
  const faster = (then, ms, ...rest) => real(then, shorter(ms), ...rest);
  Object.defineProperties(faster, Object.getOwnPropertyDescriptors(real));
  timers[name] = globalThis[name] = faster;
}
const realDelay = timersPromises.setTimeout;
timersPromises.setTimeout = (ms, ...rest) => realDelay(shorter(ms), ...rest);
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => realTimeout(Math.ceil(shorter(ms)));
syncBuiltinESMExports();

if (process.channel) {
  // The channel is the test's: it keeps no process alive.
  process.on('message', ({ jump }) => {
    ahead += jump;
    process.send({ jumped: jump });
  });
  process.channel.unref();
}
