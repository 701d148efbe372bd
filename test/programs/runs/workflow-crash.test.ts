import { afterAll, expect, test } from 'vitest';
import { codeBounds } from '../../../src/base/code-limits.ts';
import { systemClock } from '../../../src/base/clock.ts';
import type { RunView } from '../../../src/programs/runs/run-view.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { openState } from '../../../src/state/open-state.ts';
import { clientOf } from '../../support/bench.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { freshStore } from '../../support/state/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { runsOver } from './support/runs-over.ts';
import { runChild } from './support/start-run-child.ts';
import { bundledEngines } from './support/stage.ts';

const speed = 20;
const token = 'sandbox-owner';

/** Milliseconds after which a sender that says nothing counts as dead. */
const later = 20 * 60_000;

const engines = bundledEngines({ runs: 6, memory: codeBounds.memory.default });
afterAll(() => engines.close());

interface Outcome {
  readonly view: RunView;
  /** Number of store calls, if the process lived to say it. */
  readonly steps: number;
  /** The charges in the platform's history since the platform began, by size. */
  readonly drawn: readonly number[];
  readonly totals: { readonly charged: number; readonly reserved: number; readonly in_doubt: number };
}

/** Runs a program on a platform and a store of its own, its process killed at that step; resumes it here, if it was. */
async function outcomeOf(code: string, dieAt: number): Promise<Outcome> {
  const origin = systemClock.steady();
  const sandbox = await startSandbox({ rate: 0, speed: 20, clock: fastClock(speed, origin) });
  await using store = await freshStore();
  const settings = { apiUrl: sandbox.url, store: store.location, speed, origin, code, id: 1, token };
  const lines = await runChild({ ...settings, dieAt });

  const clock = fastClock(speed, origin - later / speed);
  const state = await openState(store.location, clock);
  const client = await clientOf({ apiUrl: sandbox.url, state, clock, token, requestsPerMinute: 10_000 });
  const runs = runsOver(client, clock, { engines });
  const [begun] = await runs.list();
  const id = begun?.run.id ?? '';
  if (begun?.state !== 'completed') await runs.resume(id);
  const view = await runs.wait(id, 3_600_000);
  await client.reconcile();
  const history = (await client.call('credits.history', { per_page: 100 })).data as readonly { delta: number }[];
  const { totals } = await client.money();
  await runs.close();
  await client.close();
  await state.close();
  await sandbox.close();
  const drawn = history
    .map(({ delta }) => delta)
    .filter((delta) => delta < 0)
    .toSorted((a, b) => a - b);
  return { view, steps: Number(lines.at(-1)), drawn, totals };
}

/** The last: the share of its store calls after which it is killed, unless it is killed at each. */
test.each([
  [
    'one with a paid step',
    `return platform.workflows.writeArticle({ project: 'fjordkiste', keyword: 'moss' })`,
    1,
    0.5,
  ],
  [
    'one with several paid steps',
    `return platform.workflows.trackBrand({ domain: 'neuland.example', country: 'DE', auto_confirm: true, first_run: true })`,
    2,
    0.65,
  ],
  [
    'two at once',
    `return Promise.all([
       platform.workflows.researchKeywords({ seeds: ['moss'], again: true }),
       platform.workflows.auditSite({ site: 'fjordkiste.example' }),
     ])`,
    2,
    0.75,
  ],
])(
  'a workflow in a program whose process is killed continues, each step paid once: %s',
  { timeout: isThorough ? 1_200_000 : 240_000 },
  async (_, code, paidSteps, share) => {
    const whole = await outcomeOf(code, 0);
    expect(whole.view.failure).toBeUndefined();
    expect(whole.drawn).toHaveLength(paidSteps);
    expect(whole.steps).toBeGreaterThan(10);
    /** Whether it continues after a kill at that store call; not where a start may have arrived without an answer: it is never sent again. */
    const continues = async (dieAt: number): Promise<boolean> => {
      const { view, drawn, totals } = await outcomeOf(code, dieAt);
      const result = `killed at ${dieAt} of ${whole.steps}: ${JSON.stringify(view.failure)}`;
      const spent = drawn.reduce((sum, delta) => sum - delta, 0);
      if (view.failure) {
        expect(view.failure, result).toMatchObject({ cause: 'outcome_unknown' });
        expect(drawn.length, result).toBeLessThanOrEqual(paidSteps);
        expect(totals.charged, result).toBeLessThanOrEqual(spent);
        expect(totals.charged + totals.in_doubt, result).toBeGreaterThanOrEqual(spent);
        return false;
      }
      expect(drawn, result).toEqual(whole.drawn);
      expect(totals, result).toEqual({ charged: spent, reserved: 0, in_doubt: 0 });
      return true;
    };
    const at = (part: number): Promise<boolean> => continues(Math.ceil(whole.steps * part));
    if (!isThorough) return void expect((await at(share)) || (await at(share + 0.2))).toBe(true);
    const steps = Array.from({ length: whole.steps }, (__, at) => at + 1);
    let unknown = 0;
    for (let first = 0; first < steps.length; first += 3) {
      const group = await Promise.all(steps.slice(first, first + 3).map(continues));
      unknown += group.filter((one) => !one).length;
    }
    expect(unknown).toBeLessThanOrEqual(steps.length / 2);
  },
);
