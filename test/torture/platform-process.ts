import { startSandbox } from '../../sandbox/sandbox.ts';
import { fastClock } from '../support/clock/fast-clock.ts';

/** The embedded platform in a process of its own, on the clock that the clients are on. Prints its address. */
const { speed, origin } = JSON.parse(process.argv[2] ?? '') as { speed: number; origin: number };
const { url } = await startSandbox({ rate: 0, balance: 1_000_000, clock: fastClock(speed, origin) });
process.stdin.resume().on('end', () => process.exit());
process.stdout.write(`${url}\n`);
