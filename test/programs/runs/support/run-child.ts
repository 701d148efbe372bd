import { createRequire, syncBuiltinESMExports } from 'node:module';
import { openState } from '../../../../src/state/open-state.ts';
import { aroundSteps } from '../../../support/processes/around-steps.ts';
import { clientOf } from '../../../support/bench.ts';
import { fastClock } from '../../../support/clock/fast-clock.ts';
import { runsOver } from './runs-over.ts';

/**
 * A process that runs the program once. It is killed before its store call number `dieAt`, counted from the start of the run.
 * On stdout, each in a line of JSON: what it shows of the program's log, `false` where it dies between the dispatch of a paid
 * call and the record of its answer, then the number of its store calls.
 */
export interface RunChildSettings {
  readonly apiUrl: string;
  readonly store: string;
  readonly speed: number;
  readonly origin: number;
  readonly code: string;
  readonly id: number;
  /** Of the program, where it is more than the id. */
  readonly input?: object;
  readonly dieAt: number;
  readonly token?: string;
  /** The caller's name of the run, and of the account that holds no more than one such run costs. */
  readonly key?: string;
  /** What it is killed by. It hears all but SIGKILL, and leaves the run in order. */
  readonly signal?: 'SIGKILL' | 'SIGTERM' | 'SIGINT' | undefined;
  readonly maxCredits?: number;
  /** Which machine it seems to run on. */
  readonly machine?: string;
}

const {
  apiUrl,
  store,
  speed,
  origin,
  code,
  id,
  input,
  dieAt,
  token,
  key,
  machine,
  signal,
  maxCredits = 50,
} = JSON.parse(process.argv[2] ?? '') as RunChildSettings;
if (machine !== undefined) {
  (createRequire(import.meta.url)('node:os') as { hostname: () => string }).hostname = () => machine;
  syncBuiltinESMExports();
}
const clock = fastClock(speed, origin);
let steps = 0;
let isCounting = key !== undefined;
let isAnswerKnown = true;
const state = aroundSteps(await openState(store, clock), async (step, call) => {
  if (isCounting && step !== 'runs.renew' && ++steps === dieAt) {
    if (!isAnswerKnown) process.stdout.write('false\n');
    process.kill(process.pid, signal ?? 'SIGKILL');
  }
  if (step === 'ledger.dispatch') isAnswerKnown = false;
  const answer = await call();
  if (step === 'ledger.record') isAnswerKnown = true;
  if (step === 'runs.begin') isCounting = true;
  return answer;
});
const client = await clientOf({
  apiUrl,
  state,
  clock,
  requestsPerMinute: 10_000,
  ...(token === undefined ? { account: key ?? 'crashes' } : { token }),
  ...(key === undefined ? {} : { budget: [{ credits: 50, window: 'total' }] }),
});
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
const run = await runs.start({ code, input: input ?? { id }, may: ['read', 'write'], maxCredits }, { key });
let shown = 0;
const view = await runs.wait(run, 3_600_000, undefined, () => {
  for (const line of runs.logOf(run).slice(shown)) process.stdout.write(`${JSON.stringify(line)}\n`);
  shown = runs.logOf(run).length;
});
if (isLeft) await new Promise(() => undefined);
if (key !== undefined) process.stdout.write(`${view.run.result ?? JSON.stringify(view.failure ?? view.state)}\n`);
process.stdout.write(`${steps}\n`, () => process.exit());
