import { openState } from '../../../src/state/open-state.ts';
import { aroundSteps } from '../../support/processes/around-steps.ts';
import { clientOf } from '../../support/bench.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { runsOver } from './crash-program.ts';

/**
 * A process that runs the program once. It is killed before its store call number `dieAt`, counted from the start of the run.
 * On stdout, each in a line of JSON: what it shows of the program's log, then the number of its store calls.
 */
export interface RunChildSettings {
  readonly apiUrl: string;
  readonly store: string;
  readonly speed: number;
  readonly origin: number;
  readonly code: string;
  readonly id: number;
  readonly dieAt: number;
  readonly token?: string;
}

const { apiUrl, store, speed, origin, code, id, dieAt, token } = JSON.parse(process.argv[2] ?? '') as RunChildSettings;
const clock = fastClock(speed, origin);
let steps = 0;
let isCounting = false;
const state = aroundSteps(await openState(store, clock), async (step, call) => {
  if (isCounting && step !== 'runs.renew' && ++steps === dieAt) process.kill(process.pid, 'SIGKILL');
  const answer = await call();
  if (step === 'runs.begin') isCounting = true;
  return answer;
});
const client = await clientOf({
  apiUrl,
  state,
  clock,
  requestsPerMinute: 10_000,
  ...(token === undefined ? { account: 'crashes' } : { token }),
});
const runs = runsOver(client, clock);
const run = await runs.start({ code, input: { id }, may: ['read', 'write'], maxCredits: 50 });
let shown = 0;
await runs.wait(run, 3_600_000, undefined, () => {
  for (const line of runs.logOf(run).slice(shown)) process.stdout.write(`${JSON.stringify(line)}\n`);
  shown = runs.logOf(run).length;
});
process.stdout.write(`${steps}\n`, () => process.exit());
