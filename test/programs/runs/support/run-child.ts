import { createRequire, syncBuiltinESMExports } from 'node:module';
import { openState } from '../../../../src/state/open-state.ts';
import { aroundSteps } from '../../../support/processes/around-steps.ts';
import { clientOf } from '../../../support/bench.ts';
import { fastClock } from '../../../support/clock/fast-clock.ts';
import { runsOver } from './runs-over.ts';

/**
 * A process that runs the program once. It is killed before its store call number `dieAt`. On stdout, each in a line of JSON: what
 * it shows of the program's log, the result, then the number of its store calls.
 */
export interface RunChildSettings {
  readonly apiUrl: string;
  readonly store: string;
  readonly speed: number;
  readonly origin: number;
  readonly code: string;
  readonly input: object;
  readonly dieAt: number;
  /** The caller's name of the run. */
  readonly key: string;
  /** Absent: the account has the name of the run. */
  readonly token?: string;
  /** What it is killed by. It hears all but SIGKILL, and leaves the run in order. */
  readonly signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | undefined;
  readonly maxCredits?: number;
  /** Which machine it seems to run on. */
  readonly machine?: string | undefined;
}

const settings = JSON.parse(process.argv[2] ?? '') as RunChildSettings;
const {
  apiUrl,
  speed,
  origin,
  code,
  input,
  dieAt,
  key,
  token,
  machine,
  signal = 'SIGKILL',
  maxCredits = 50,
} = settings;
if (machine !== undefined) {
  (createRequire(import.meta.url)('node:os') as { hostname: () => string }).hostname = () => machine;
  syncBuiltinESMExports();
}
const clock = fastClock(speed, origin);
let steps = 0;
const state = aroundSteps(await openState(settings.store, clock), async (step, call) => {
  if (step !== 'runs.renew' && ++steps === dieAt) process.kill(process.pid, signal);
  return call();
});
const account = token === undefined ? { account: key } : { token };
const budget = [{ credits: 50, window: 'total' as const }];
const client = await clientOf({ apiUrl, state, clock, requestsPerMinute: 10_000, budget, ...account });
const runs = runsOver(client, clock);
let isLeft = false;
for (const name of ['SIGTERM', 'SIGINT'])
  process.once(name, () => {
    isLeft = true;
    void runs
      .close()
      .then(() => client.close())
      .then(() => process.exit());
  });
const run = await runs.start({ code, input, may: ['read', 'write'], maxCredits }, { key });
let shown = 0;
const view = await runs.wait(run, 3_600_000, undefined, () => {
  for (const line of runs.logOf(run).slice(shown)) process.stdout.write(`${JSON.stringify(line)}\n`);
  shown = runs.logOf(run).length;
});
if (isLeft) await new Promise(() => undefined);
process.stdout.write(`${view.run.result ?? JSON.stringify(view.failure ?? view.state)}\n`);
process.stdout.write(`${steps}\n`, () => process.exit());
