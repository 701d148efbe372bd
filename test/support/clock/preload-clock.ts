// Loaded into a process of the program before anything else (`node --import`): its time runs faster than the
// machine's, and jumps ahead when the test says so. Every source of time is replaced, so that the program itself, the
// protocol's SDK and the HTTP client agree on it. See process-clock.ts.
import perfHooks from 'node:perf_hooks';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import type { ClockOrigin } from './process-clock.ts';

const { speed, origin } = JSON.parse(process.env['TEST_PROCESS_CLOCK'] ?? '') as ClockOrigin;
let ahead = 0;

const bigint = process.hrtime.bigint.bind(process.hrtime);
const realSteady = (): number => Number(bigint() / 1000n) / 1000;
/** Milliseconds that have passed here since the origin beyond those of the machine. */
const gained = (): number => (realSteady() - origin) * (speed - 1) + ahead;

const RealDate = Date;
const now = (): number => Math.floor(RealDate.now() + gained());
globalThis.Date = class Date extends RealDate {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(now());
    else super(...given);
  }
  static override now(): number {
    return now();
  }
} as DateConstructor;

const performanceNow = performance.now.bind(performance);
perfHooks.performance.now = () => performanceNow() + gained();

process.hrtime.bigint = () => bigint() + BigInt(Math.round(gained() * 1e6));

type Timer = (then: (...given: unknown[]) => void, ms?: unknown, ...rest: unknown[]) => unknown;

const shorter = <Ms>(ms: Ms): Ms | number => (typeof ms === 'number' ? ms / speed : ms);
for (const name of ['setTimeout', 'setInterval'] as const) {
  const real = timers[name] as unknown as Timer;
  const faster: Timer = (then, ms, ...rest) => real(then, shorter(ms), ...rest);
  Object.defineProperties(faster, Object.getOwnPropertyDescriptors(real));
  Object.assign(timers, { [name]: faster });
  Object.assign(globalThis, { [name]: faster });
}
const realDelay = timersPromises.setTimeout;
timersPromises.setTimeout = (ms, ...rest) => realDelay(shorter(ms), ...rest);
const realTimeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (ms) => realTimeout(Math.ceil(shorter(ms)));
syncBuiltinESMExports();

if (process.channel) {
  // The channel is the test's: it keeps no process alive.
  process.on('message', ({ jump }: { readonly jump: number }) => {
    ahead += jump;
    process.send?.({ jumped: jump });
  });
  process.channel.unref();
}
