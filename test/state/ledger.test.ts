import fc from 'fast-check';
import { expect, test } from 'vitest';
import { appliesToLabel } from '../../src/base/budget-limit.ts';
import { windowSpan } from '../../src/state/window-span.ts';
import type { MoneyState } from '../../src/state/entry.ts';
import type { LimitWindow, Window } from '../../src/state/reservation.ts';
import type { State } from '../../src/state/state.ts';
import { holds } from '../support/state/holds.ts';
import { reservation } from '../support/state/recorded-call.ts';
import { engine, preparedStore, openStore } from '../support/state/store.ts';
import { virtualClock } from '../support/clock/virtual-clock.ts';

const windows = ['session', 'hour', 'day', 'week', 'month', 'total'] as const;
const labels = ['nightly', 'weekly', undefined];
const expiresAfterMs = 15 * 60_000;
const deadline = 30_000;
const grace = 5_000;

type CountedWindow = Window & Pick<LimitWindow, 'label'>;

/** The ledger as the design tells it, without a store. */
interface Known {
  readonly id: string;
  readonly session: string;
  readonly label: string | undefined;
  readonly estimate: number;
  money: MoneyState;
  charged: number;
  settledAt: number;
  lapsesAt: number;
  goneAt: number;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('reserve' as const),
      by: fc.nat(3),
      estimate: fc.integer({ min: 0, max: 40 }),
      label: fc.constantFrom(...labels),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('dispatch' as const), which: fc.nat(30), by: fc.nat(3) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      which: fc.nat(30),
      by: fc.nat(3),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('due' as const), which: fc.nat(30), by: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which: fc.nat(30), by: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), which: fc.nat(30), by: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), by: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      ms: fc.constantFrom(1, 999, 35_000, 35_001, 899_999, 900_001, 3_600_000, 40_000_000, 600_000_000),
    }),
  },
);

test('whatever happens in whatever order, what is spent and held is what the model says and within every limit', async () => {
  const clock = virtualClock();
  await using store = await preparedStore();
  const states: State[] = [];
  for (let n = 0; n < 4; n++) states.push(await openStore(store.location, clock));
  let runs = 0;

  const property = fc.asyncProperty(
    fc.array(
      fc.record({
        window: fc.constantFrom(...windows),
        credits: fc.integer({ min: 20, max: 150 }),
        label: fc.constantFrom(...labels),
      }),
      { maxLength: 4 },
    ),
    fc.array(step, { minLength: 1, maxLength: 60, size: 'max' }),
    async (chosen, steps) => {
      clock.set('2026-11-29T22:00:00Z');
      const account = await (states[0] as State).accounts.key(`http://x/${++runs}`, 'token');
      const recorded: Known[] = [];
      const session = (by: number): string => `s${by}`;
      const windowOf = (window: Window['window'], by: number, label?: string): CountedWindow => ({
        window,
        label,
        session: session(by),
      });

      const tidy = (): void => {
        for (const one of recorded) {
          if (one.money === 'reserved' && one.lapsesAt < clock.now()) one.money = 'released';
          if (one.money === 'dispatching' && one.goneAt < clock.now()) one.money = 'in_doubt';
        }
      };
      const usageOf = ({ window, session, label }: CountedWindow) => {
        const { since } = windowSpan(window, clock.now());
        const own = recorded.filter(
          (one) => (window !== 'session' || one.session === session) && (label === undefined || one.label === label),
        );
        const sum = (of: Known[], value: (one: Known) => number) => of.reduce((total, one) => total + value(one), 0);
        return {
          spent: sum(
            own.filter((one) => one.money === 'settled' && one.settledAt >= since),
            (one) => one.charged,
          ),
          held: sum(
            own.filter((one) => !['settled', 'released'].includes(one.money)),
            (one) => one.estimate,
          ),
          inDoubt: sum(
            own.filter((one) => one.money === 'in_doubt'),
            (one) => one.estimate,
          ),
        };
      };
      const pick = (which: number, ...money: MoneyState[]): Known | undefined => {
        const fitting = recorded.filter((one) => money.includes(one.money));
        return fitting[which % Math.max(1, fitting.length)];
      };

      for (const [at, one] of steps.entries()) {
        const state = 'by' in one ? (states[one.by] as State) : (states[0] as State);
        if (one.do === 'pass') await clock.advance(one.ms);
        tidy();
        if (one.do === 'reserve') {
          const limits: LimitWindow[] = chosen
            .filter((limit) => appliesToLabel(limit, one.label))
            .map(({ window, credits, label }) => ({ ...windowOf(window, one.by, label), credits }));
          const lasting = limits.some((limit) => usageOf(limit).spent + one.estimate > limit.credits);
          const passing = limits.some(
            (limit) => usageOf(limit).spent + usageOf(limit).held + one.estimate > limit.credits,
          );
          const { estimate, label } = one;
          const asked = { account, session: session(one.by), estimate, label, limits, expiresAfterMs };
          const reserved = await state.ledger.reserve(reservation(asked));
          if (reserved.kind === 'refused')
            expect({ refused: lasting || passing, passes: reserved.passes }).toEqual({
              refused: true,
              passes: !lasting,
            });
          else expect({ lasting, passing }).toEqual({ lasting: false, passing: false });
          if (reserved.kind === 'reserved') {
            recorded.push({
              id: reserved.entry.id,
              session: session(one.by),
              label,
              estimate,
              money: 'reserved',
              charged: 0,
              settledAt: 0,
              lapsesAt: clock.now() + expiresAfterMs,
              goneAt: 0,
            });
          }
        } else if (one.do === 'dispatch') {
          const entry = pick(one.which, 'reserved', 'released', 'dispatching', 'settled');
          if (entry) expect(await state.ledger.dispatch(entry.id, deadline)).toBe(entry.money === 'reserved');
          if (entry?.money === 'reserved')
            Object.assign(entry, { money: 'dispatching', goneAt: clock.now() + deadline + grace });
        } else if (one.do === 'settle') {
          const entry = pick(one.which, 'dispatching', 'due', 'in_doubt');
          const charged = Math.round((entry?.estimate ?? 0) * one.part);
          if (entry) await state.ledger.record(entry.id, { money: 'settled', charged, state: 'completed' });
          if (entry) Object.assign(entry, { money: 'settled', charged, settledAt: clock.now() });
        } else if (one.do === 'due') {
          const entry = pick(one.which, 'dispatching');
          if (entry) await state.ledger.record(entry.id, { money: 'due', state: 'running' });
          if (entry) entry.money = 'due';
        } else if (one.do === 'release') {
          const entry = pick(one.which, 'dispatching', 'due', 'reserved');
          if (entry) await state.ledger.record(entry.id, { money: 'released', state: 'failed' });
          if (entry) entry.money = 'released';
        } else if (one.do === 'withdraw') {
          const entry = pick(one.which, 'dispatching');
          if (entry) await state.ledger.withdraw(entry.id, expiresAfterMs);
          if (entry) Object.assign(entry, { money: 'reserved', lapsesAt: clock.now() + expiresAfterMs });
        } else if (one.do === 'crash') {
          // A process that dies says nothing; the next one opens the store again.
          await state.close();
          states[one.by] = await openStore(store.location, clock);
        }
        // Whoever looks clears up first, so that the next step finds the entries as the model has them.
        const asked = [
          ...labels.flatMap((label) => windows.map((window) => windowOf(window, 0, label))),
          windowOf('session', 3),
        ];
        expect(
          await (states[1] as State).ledger.usage(account, asked),
          `after ${JSON.stringify(steps.slice(0, at + 1))}`,
        ).toEqual(asked.map(usageOf));
        for (const { window, credits, label } of chosen) {
          const { spent, held } = usageOf(windowOf(window, 0, label));
          expect(spent + held).toBeLessThanOrEqual(credits);
        }
      }
    },
  );
  try {
    await holds(property, { seed: 20_261_104, numRuns: engine === 'postgres' ? 8 : 40 });
  } finally {
    for (const state of states) await state.close();
  }
});
