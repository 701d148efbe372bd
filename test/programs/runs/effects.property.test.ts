import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { codeBounds } from '../../../src/base/code-limits.ts';
import { type Clock, systemClock } from '../../../src/base/clock.ts';
import type { Engine, Engines, EngineEvents } from '../../../src/programs/engine/engine.ts';
import type { RunView } from '../../../src/programs/runs/run-view.ts';
import type { Runs } from '../../../src/programs/runs/runs.ts';
import { openState } from '../../../src/state/open-state.ts';
import { clientOf } from '../../support/bench.ts';
import { fastClock } from '../../support/clock/fast-clock.ts';
import { Quota } from '../../../src/base/quota.ts';
import { aroundSteps } from '../../support/processes/around-steps.ts';
import { engine as storeEngine, preparedStore } from '../../support/state/store.ts';
import { isThorough } from '../../support/thorough.ts';
import { runsOver } from './support/runs-over.ts';
import { bundledEngines, resultOf } from './support/stage.ts';
import { startWitnessed, token } from './support/witnessed-platform.ts';

const speed = 20;
const maxCredits = 60;

/** Milliseconds after which a sender that says nothing counts as dead, and an unused reservation lapses. */
const later = 20 * 60_000;

const threads = bundledEngines({ runs: 24, memory: codeBounds.memory.default });
afterAll(() => threads.close());

/** A part of a random program. `k` tells equal calls from others. */
type Part =
  | { readonly kind: 'read' | 'refused' }
  | { readonly kind: 'write' | 'put' | 'paid' | 'named' | 'kept' | 'workflow'; readonly k: number }
  | { readonly kind: 'loop' | 'together'; readonly parts: readonly Part[] };

const work: Readonly<Record<Exclude<Part['kind'], 'loop' | 'together'>, (k: number) => string>> = {
  read: () => `typeof (await platform.projects.get({ id: 2 })).data.name`,
  refused: () => `await platform.keywords.create({ project: 777_777, keyword: 'x' })`,
  workflow: (k) =>
    k === 1
      ? `typeof (await platform.workflows.writeArticle({ project: 1, keyword: 'flow' })).data`
      : `typeof (await platform.workflows.trackBrand({ domain: 'neuland.example', country: 'DE', auto_confirm: true, first_run: true })).data`,
  write: (k) => `typeof (await platform.action_center.create_todo({ title: 'todo ${k}' })).data`,
  put: (k) => `typeof (await platform.projects.update({ id: 1, name: 'name ${k}' })).data`,
  paid: (k) => `(await platform.storylines.create({ project: 1, keyword: 'paid ${k}' })).data.status`,
  // Its arguments follow from a read whose result differs in a later attempt.
  named: (k) =>
    `(await platform.storylines.create({ project: 1, keyword: (await platform.projects.get({ id: 2 })).data.name + ' ${k}' })).data.status`,
  kept: (k) => `await platform.state.set('kept ${k}', ${k})`,
};

const codeOf = (part: Part): string => {
  if (part.kind === 'loop') return `for (let n = 0; n < 2; n++) { ${part.parts.map(codeOf).join('\n')} }`;
  if (part.kind === 'together')
    return `await Promise.all([${part.parts.map((one) => `(async () => { ${codeOf(one)} })()`).join(', ')}]);`;
  return `await attempt(async () => ${work[part.kind]('k' in part ? part.k : 0)});`;
};

const programOf = (parts: readonly Part[]): string => `
  const ends = [];
  const attempt = async (work) => { try { ends.push(await work()) } catch (error) { ends.push(error.code) } };
  ${parts.map(codeOf).join('\n')}
  return ends.toSorted();`;

const leaf = fc.oneof(
  fc.record({ kind: fc.constantFrom('read' as const, 'refused' as const) }),
  fc.record({ kind: fc.constantFrom('write', 'put', 'paid', 'named', 'kept'), k: fc.integer({ min: 1, max: 2 }) }),
) as fc.Arbitrary<Part>;
/** Equal paid calls at once join each other, where the later one comes in time: those at once are told apart. */
const together = fc.array(leaf, { minLength: 2, maxLength: 3 }).map((parts): Part => ({
  kind: 'together',
  parts: parts.map((one, at) => ('k' in one ? { ...one, k: 10 + at } : one)),
}));
const parts = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: leaf },
    { weight: 2, arbitrary: together },
    {
      weight: 2,
      arbitrary: fc.array(leaf, { minLength: 1, maxLength: 2 }).map((some): Part => ({ kind: 'loop', parts: some })),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('workflow' as const), k: fc.integer({ min: 1, max: 2 }) }),
    },
  ),
  { minLength: 2, maxLength: 5 },
);

/** A platform that tells what reached it, and a store, for one run and all processes that have it. */
async function place() {
  const origin = systemClock.steady();
  const platform = await startWitnessed(fastClock(speed, origin), 20);
  const store = await preparedStore();
  const closing: (() => Promise<unknown>)[] = [];
  return {
    changes: platform.changes,
    drawn: platform.drawn,
    /** A process; with `dieAt` one that stops at that step of its store, for ever. */
    async process(
      ahead: number,
      dieAt = 0,
    ): Promise<{ runs: Runs; client: Client; died: Promise<void>; steps: () => number }> {
      const clock: Clock = fastClock(speed, origin - (ahead * later) / speed);
      const death = Promise.withResolvers<void>();
      let steps = 0;
      const opened: Engine[] = [];
      const state = await openState(store.location, clock);
      closing.push(() => state.close());
      const mortal = aroundSteps(state, async (step, call) => {
        if (dieAt > 0 && step !== 'runs.renew' && ++steps >= dieAt) {
          death.resolve();
          for (const engine of opened) await engine.stop();
          return new Promise(() => undefined);
        }
        if (dieAt === 0 && step !== 'runs.renew') steps++;
        return call();
      });
      const client = await clientOf({ apiUrl: platform.url, state: mortal, clock, token, requestsPerMinute: 10_000 });
      const engines = {
        // A dead process never gives its places back.
        places: new Quota(8, 8),
        prepare: () => threads.prepare(),
        async open(events: EngineEvents) {
          const engine = await threads.open(events);
          opened.push(engine);
          return engine;
        },
      } as Engines;
      const runs = runsOver(client, clock, { engines });
      if (dieAt === 0)
        closing.unshift(async () => {
          await runs.close();
          await client.close();
        });
      return { runs, client, died: death.promise, steps: () => steps };
    },
    /** A project's name as the next read has it. */
    async rename(name: string): Promise<void> {
      await platform.ask('PUT', '/projects/2', { name });
    },
    async [Symbol.asyncDispose]() {
      for (const close of closing) await close();
      await platform[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
    },
  };
}

const order = (code: string) => ({ code, may: ['read', 'write'] as const, maxCredits });

/** How often each change reached the platform. */
const countsOf = (changes: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const change of changes) counts.set(change, (counts.get(change) ?? 0) + 1);
  return counts;
};

const isPut = (change: string): boolean => change.startsWith('projects.update');

async function undisturbed(code: string) {
  await using at = await place();
  const { runs, steps } = await at.process(0);
  const id = await runs.start(order(code), { key: 'k' });
  const before = steps();
  const view = await runs.wait(id, 3_600_000);
  expect(view.failure).toBeUndefined();
  return {
    result: resultOf(view) as string[],
    counts: countsOf(at.changes),
    drawn: await at.drawn(),
    before,
    steps: steps(),
  };
}

test(
  'each effect of a program that is killed at any step reaches the platform at most once, whichever process continues',
  { timeout: isThorough ? 3_600_000 : 240_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        fc.array(fc.double({ min: 0, max: 0.95, noNaN: true }), { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        fc.boolean(),
        async (program, deaths, isShared, isRenamed) => {
          const code = programOf(program);
          const whole = await undisturbed(code);
          await using at = await place();
          for (const [attempt, share] of deaths.entries()) {
            const dieAt = whole.before + 1 + Math.floor(share * (whole.steps - whole.before));
            const { runs, died } = await at.process(attempt, dieAt);
            const waited = runs
              .start(order(code), { key: 'k' })
              .then((id) => runs.wait(id, 3_600_000))
              .catch(() => undefined);
            // Another attempt may take fewer steps.
            await Promise.race([died, waited]);
            if (isRenamed) await at.rename(`Renamed ${attempt}`);
          }
          const last = await Promise.all(Array.from({ length: isShared ? 2 : 1 }, () => at.process(deaths.length)));
          const views: RunView[] = await Promise.all(
            last.map(async ({ runs }) => runs.wait(await runs.start(order(code), { key: 'k' }), 3_600_000)),
          );
          const [view] = views;
          const about = `${code}\n${JSON.stringify([deaths, view?.failure, resultOf(view!), at.changes, [...whole.counts]], null, 1)}`;
          for (const one of views) expect(one.state, about).toBe('completed');
          const result = resultOf(view!) as string[];
          for (const one of views) expect(resultOf(one), about).toEqual(result);
          const changes = at.changes.filter((change) => !(/"Renamed \d"\}/.test(change) && isPut(change)));
          const repeats = Math.max(...whole.counts.values(), 1);
          for (const [change, count] of countsOf(changes)) {
            const most = whole.counts.get(change) ?? (isRenamed ? repeats : 0);
            expect(count, `${change}\n${about}`).toBeLessThanOrEqual(isPut(change) ? most + deaths.length : most);
          }
          const drawn = await at.drawn();
          expect(drawn, about).toBeLessThanOrEqual(maxCredits);
          const isUnknown = result.includes('outcome_unknown');
          if (isRenamed) return;
          expect(drawn, about).toBeLessThanOrEqual(whole.drawn);
          if (isUnknown) return;
          expect(result, about).toEqual(whole.result);
          expect(drawn, about).toBe(whole.drawn);
          const made = (counts: Map<string, number>) => [...counts].filter(([change]) => !isPut(change)).toSorted();
          expect(made(countsOf(changes)), about).toEqual(made(whole.counts));
        },
      ),
      { numRuns: isThorough ? 60 : 4, seed: storeEngine === 'postgres' ? 11 : 7, endOnFailure: true },
    );
  },
);
