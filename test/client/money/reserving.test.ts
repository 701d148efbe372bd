import { describe, expect, it } from 'vitest';
import type { BudgetLimit, BudgetWindow } from '../../../src/base/budget-limit.ts';
import type { Quote } from '../../../src/client/calls/reply.ts';
import { Budget, type BudgetDependencies, type ReservationRequest } from '../../../src/client/money/budget.ts';
import type { EntryChange } from '../../../src/state/entry.ts';
import type { State } from '../../../src/state/state.ts';
import { virtualClock, type VirtualClock } from '../../support/clock/virtual-clock.ts';
import { freshState } from '../../support/state/store.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const limits = (text: string): BudgetLimit[] =>
  text === ''
    ? []
    : text.split(',').map((one) => {
        const [credits, window, label] = one.split(/[/@]/);
        return { credits: Number(credits), window: window as BudgetWindow, label };
      });

const quote = (credits: number | null): Quote => ({
  operation: 'articles.generate',
  effect: 'paid',
  credits,
  basis: 'an article',
});

interface Settings extends Partial<Omit<BudgetDependencies, 'balance'>> {
  readonly limits?: string;
  readonly fallback?: { readonly limits: string; readonly unpriced?: number };
  /** The limits of the caller `ann`. */
  readonly narrowed?: string;
  /** The balance that the platform states, cached and fresh; undefined: none is stated. An error: reading it fails. */
  readonly balance?: readonly [cached: number | undefined | Error, fresh?: number];
  /** Credits by which it fell for no known reason. */
  readonly unexplained?: number;
  readonly mayBeDrawn?: number;
  /** Whether calls have ended since it was compared. */
  readonly isDue?: boolean;
  /** Whether paid calls take turns: ledger-rules.test.ts says when one goes. */
  readonly takesTurns?: boolean;
}

interface Stage {
  readonly clock: VirtualClock;
  readonly state: State;
  readonly budget: Budget;
  /** Events outside the ledger. */
  readonly received: string[];
  reserve(credits: number | null, more?: Partial<ReservationRequest>): ReturnType<Budget['reserve']>;
  /** A call of another client, on record with this outcome. */
  other(estimate: number, change?: EntryChange): Promise<string>;
}

async function staged(settings: Settings, work: (stage: Stage) => Promise<void>): Promise<void> {
  const clock = virtualClock();
  await using store = await freshState(clock);
  const { state } = store;
  const received: string[] = [];
  const {
    limits: set = '',
    fallback,
    narrowed,
    balance: [cached, fresh = cached] = [1_000],
    unexplained = 0,
    mayBeDrawn = 0,
    isDue = false,
    takesTurns = false,
    ...rest
  } = settings;
  const { ledger } = state;
  const budget = new Budget({
    state: takesTurns
      ? state
      : { ...state, ledger: { ...ledger, reserve: (one) => ledger.reserve({ ...one, takesTurns: false }) } },
    account: { key: 'a' },
    clock,
    options: {
      session: 's',
      budget: limits(set),
      caller: narrowed === undefined ? undefined : { owner: 'ann', limits: limits(narrowed) },
      defaultBudget: fallback && { limits: limits(fallback.limits), unpriced: fallback.unpriced },
    },
    balance: {
      now: async (isFresh) => {
        received.push(isFresh ? 'fresh balance' : 'balance');
        const said = isFresh ? fresh : cached;
        if (said instanceof Error) throw said;
        return said;
      },
    },
    watch: {
      lastComparison: async () => ({ ended: isDue ? 1 : 0, compared: 0, unexplained, mayBeDrawn, doubtful: false }),
      compare: async () => {
        received.push('compare');
        return unexplained;
      },
    },
    earlier: { ensure: async (windows) => void received.push(`earlier ${windows.map(({ window }) => window).join()}`) },
    recorder: { record: async (id, change) => void (await state.ledger.record(id, change)) },
    reconciler: { runIfDue: async () => void received.push('reconcile') },
    ...rest,
  });
  let calls = 0;
  const request = (credits: number | null): ReservationRequest => ({
    operation: 'articles.generate',
    arguments: {},
    fingerprint: `call ${++calls}`,
    quote: quote(credits),
    minBalance: 0,
    again: false,
    expiresAfterMs: 60_000,
    waitMs: 0,
    consent: undefined,
    consentThresholds: [],
  });
  await using _ = { [Symbol.asyncDispose]: async () => clock.stop() };
  await work({
    clock,
    state,
    budget,
    received,
    reserve: (credits, more) => budget.reserve({ ...request(credits), ...more }),
    async other(estimate, change) {
      const { arguments: given, fingerprint } = request(0);
      const answer = await state.ledger.reserve({
        account: 'a',
        session: 'other',
        operation: 'articles.generate',
        arguments: given,
        fingerprint,
        estimate,
        basis: '',
        limits: [],
        again: true,
        expiresAfterMs: 60_000,
      });
      if (answer.kind !== 'reserved') throw new Error(answer.kind);
      if (change) await state.ledger.record(answer.entry.id, change);
      return answer.entry.id;
    },
  });
}

const settled = (charged: number): EntryChange => ({ money: 'settled', charged, state: 'completed' });
const doubtful: EntryChange = { money: 'in_doubt', state: 'unknown' };

describe('a refusal says whether waiting helps, and which limit it is', () => {
  const resets_at = '2026-11-05T00:00:00.000Z';
  type Refused = [what: string, settings: Settings, before: EntryChange | 'under way' | undefined, expected: object];
  it.each<Refused>([
    [
      'dearer than a limit for each call',
      { limits: '4/call,100/day' },
      undefined,
      { code: 'budget_exceeded', facts: { limit: '4/call', left: 4 }, next: expect.stringContaining('raise') },
    ],
    ['dearer than one of its label', { limits: '4/call@nightly' }, undefined, { facts: { limit: '4/call@nightly' } }],
    ['dearer than one of its caller', { narrowed: '4/call' }, undefined, { facts: { limit: '4/call' } }],
    [
      'more than calls under way leave',
      { limits: '8/day' },
      'under way',
      {
        code: 'budget_in_flight',
        message: expect.not.stringContaining('in doubt'),
        facts: { spent: 0, reserved: 5, left: 3, resets_at, held_by: undefined },
        next: expect.stringMatching(/^Wait for the calls/),
      },
    ],
    [
      'more than is left of what is spent',
      { limits: '8/day,5/week' },
      settled(3),
      {
        code: 'budget_exceeded',
        facts: { limit: '5/week', spent: 3, reserved: 0, left: 2, unexplained: undefined, held_by: undefined },
        next: expect.stringMatching(/resets at/),
      },
    ],
    [
      'more than is left of a limit that never resets',
      { limits: '8/total' },
      settled(6),
      { code: 'budget_exceeded', facts: { left: 2, resets_at: undefined } },
    ],
    [
      'more than ever fits',
      { limits: '100/month,4/day' },
      undefined,
      {
        code: 'budget_exceeded',
        facts: { resets_at: undefined },
        next: expect.stringMatching(/Waiting does not help/),
      },
    ],
    [
      'more than calls in doubt leave',
      { limits: '8/day' },
      doubtful,
      { code: 'budget_in_flight', message: expect.stringMatching(/5 of them in doubt/) },
    ],
  ])('%s', (_, settings, before, expected) =>
    staged(settings, async ({ reserve, other, budget, received: heard }) => {
      if (before) await other(5, before === 'under way' ? undefined : before);
      const { held } = await budget.total();
      await expect(reserve(5, { label: 'nightly' })).rejects.toMatchObject({ outcome: 'not_sent', ...expected });
      expect(await budget.total()).toMatchObject({ held });
      expect(heard.includes('compare')).toBe(before === doubtful);
    }),
  );
});

it('a call that costs as much as a limit for each call is admitted', () =>
  staged({ limits: '5/call' }, async ({ reserve, received: heard }) => {
    expect(await reserve(5)).toMatchObject({ kind: 'reserved' });
    expect(heard).not.toContain('compare');
  }));

describe('the turn of a call that could break a limit with an earlier one', () => {
  it('comes when that one has ended, here or elsewhere, and is waited for as long as the caller says', () =>
    staged({ limits: '500/day', takesTurns: true }, async ({ clock, reserve, other }) => {
      await other(5);
      const outcomes: unknown[] = [];
      void reserve(5, { waitMs: 2_000 }).then(
        ({ kind }) => outcomes.push(kind),
        ({ code }) => outcomes.push(code),
      );
      await clock.advance(1_999);
      expect(outcomes).toEqual([]);
      await clock.advance(1);
      expect(outcomes).toEqual(['budget_in_flight']);
      const waiting = reserve(5, { waitMs: 300_000 });
      // The reservation of the other lapses after a minute, which is no change that would be notified.
      await clock.advance(61_000);
      expect(await waiting).toMatchObject({ kind: 'reserved' });
    }));

  it('is not waited for by a free call, nor where no limit is set', async () => {
    await staged({ limits: '500/day', takesTurns: true }, async ({ reserve, other }) => {
      await other(5);
      expect(await reserve(0)).toMatchObject({ kind: 'reserved' });
    });
    await staged({ takesTurns: true }, async ({ reserve, other }) => {
      await other(5);
      expect(await reserve(5)).toMatchObject({ kind: 'reserved' });
    });
  });

  it('is taken back where the balance turns out to leave no room for both', () => {
    const watch = {
      lastComparison: async () => ({ ended: 1, compared: 0, unexplained: 0, mayBeDrawn: 0, doubtful: false }),
      compare: async () => 4,
    };
    return staged({ limits: '62/day', takesTurns: true, watch }, async ({ state, reserve, other, clock }) => {
      await other(5, settled(5));
      await other(5);
      await clock.advance(1);
      await expect(reserve(5)).rejects.toMatchObject({ code: 'budget_in_flight', facts: { estimate: 5 } });
      expect(await state.ledger.list('a', { limit: 1 })).toMatchObject([{ money: 'released' }]);
    });
  });
});

it('a call beyond the consent of a person holds nothing', () =>
  staged({ limits: '50/day' }, async ({ reserve, budget }) => {
    expect(await reserve(5, { consentThresholds: limits('4/day') })).toMatchObject({ kind: 'needs_person' });
    expect(await budget.total()).toMatchObject({ held: 0 });
  }));

describe('an unexplained decrease of the balance', () => {
  it('narrows the limits of the operator, not those of the caller', () =>
    staged({ limits: '10/day', narrowed: '10/day', unexplained: 4 }, async ({ reserve, budget }) => {
      await expect(reserve(7)).rejects.toMatchObject({ facts: { limit: '10/day', left: 6, unexplained: 4 } });
      expect(await reserve(6)).toMatchObject({ kind: 'reserved' });
      expect((await budget.limits()).map(({ left }) => left)).toEqual([4, 10]);
    }));

  it('is no part of what a limit of the caller has left', () =>
    staged({ limits: '90/day', narrowed: '8/day', unexplained: 4 }, async ({ reserve }) => {
      await expect(reserve(9)).rejects.toMatchObject({ facts: { limit: '8/day', left: 8, unexplained: undefined } });
    }));

  it('stops nothing while calls on their way may have drawn it, and counts as spent', () =>
    staged({ limits: '50/day', unexplained: 30, mayBeDrawn: 20 }, async ({ reserve }) => {
      await expect(reserve(21)).rejects.toMatchObject({ facts: { limit: '50/day', left: 20, unexplained: 30 } });
      expect(await reserve(20)).toMatchObject({ kind: 'reserved' });
    }));
});

describe('the comparison of the balance', () => {
  const standing = { ended: 1, compared: 0, unexplained: 0, mayBeDrawn: 0, doubtful: false };
  const begin = (state: State, id: string, maxCredits: number) =>
    state.runs.begin(
      { id, account: 'a', code: '', input: 'null', may: [], maxCredits },
      { owner: 'process', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] },
    );

  it('that finds too large a decrease stops paid calls and runs, before anything is reserved or with its release', async () => {
    const stopped = { code: 'budget_exceeded', facts: { unexplained: 50, tolerance: 10 } };
    await staged({ limits: '500/day', unexplained: 50 }, async ({ state, budget, reserve, received: heard }) => {
      await expect(reserve(5)).rejects.toMatchObject(stopped);
      expect(await state.ledger.list('a', { limit: 9 })).toEqual([]);
      let attempts = 0;
      await expect(budget.hold(5, async () => ({ kind: `begun ${++attempts}` }), [])).rejects.toMatchObject(stopped);
      expect(attempts).toBe(0);
      heard.length = 0;
      expect(await reserve(0)).toMatchObject({ kind: 'reserved' });
      expect(heard).toEqual([]);
    });
    const watch = { lastComparison: async () => standing, compare: async () => 50 };
    await staged({ limits: '8/day', watch }, async ({ state, reserve, other, received: heard }) => {
      await expect(reserve(5)).rejects.toMatchObject(stopped);
      expect(await state.ledger.list('a', { limit: 9 })).toMatchObject([
        { money: 'released', error: expect.stringContaining('fell by 50 credits') },
      ]);
      await other(5, doubtful);
      await expect(reserve(5)).rejects.toMatchObject(stopped);
      expect(heard).not.toContain('reconcile');
    });
  });

  it('that narrows a limit below the call refuses it after all', () =>
    staged(
      { limits: '10/day', watch: { lastComparison: async () => standing, compare: async () => 4 } },
      async ({ state, reserve }) => {
        await expect(reserve(7)).rejects.toMatchObject({ facts: { limit: '10/day', left: 6, unexplained: 4 } });
        expect(await state.ledger.list('a', { limit: 9 })).toMatchObject([{ money: 'released' }]);
        expect(await reserve(6)).toMatchObject({ kind: 'reserved' });
      },
    ));

  it('is made again before a decrease narrows a limit', () =>
    staged(
      {
        limits: '10/day',
        watch: { lastComparison: async () => ({ ...standing, ended: 0, unexplained: 4 }), compare: async () => 0 },
      },
      async ({ reserve }) => {
        expect(await reserve(10)).toMatchObject({ kind: 'reserved' });
      },
    ));

  it.each([
    ['a call has ended since', {}, false, false],
    ['a call of a run has ended since', {}, true, true],
    ['a refused call may have been charged', { doubtful: true }, false, true],
    ['it was never made', { ended: 0, compared: -1 }, false, true],
    ['nothing has ended since', { ended: 0, doubtful: true }, false, false],
  ])('is made without a limit where %s', (_, more, isOfRun, isMade) => {
    let comparisons = 0;
    const watch = {
      lastComparison: async () => ({ ...standing, ...more }),
      compare: async () => (comparisons++, 0),
    };
    return staged({ watch }, async ({ state, reserve }) => {
      await begin(state, 'run_1', 20);
      await reserve(5, { run: isOfRun ? 'run_1' : undefined });
      expect(comparisons).toBe(isMade ? 1 : 0);
    });
  });

  it.each([
    ['unreachable', 'reserved'],
    ['forbidden', 'forbidden'],
  ] as const)('that cannot be made (%s) without a limit', (code, expected) => {
    const watch = {
      lastComparison: async () => ({ ...standing, doubtful: true }),
      compare: async () => Promise.reject(new VisibilityError(code, 'No.')),
    };
    return staged({ watch }, async ({ reserve }) => {
      const outcome = await reserve(5).then(
        ({ kind }) => kind,
        (error: VisibilityError) => error.code,
      );
      expect(outcome).toBe(expected);
    });
  });

  it('is followed by a refusal that names the runs which hold the credits, five of them', () =>
    staged({ limits: '40/day' }, async ({ state, reserve }) => {
      for (let n = 1; n <= 6; n++) await begin(state, `run_${n}`, n);
      const held_by = [6, 5, 4, 3, 2].map((credits) => ({ run_id: `run_${credits}`, state: 'running', credits }));
      await expect(reserve(20)).rejects.toMatchObject({
        code: 'budget_in_flight',
        facts: { held_by },
        next: expect.stringContaining('run_6, running, holds 6 credits: job_wait'),
      });
      await expect(reserve(20)).rejects.toMatchObject({ next: expect.stringContaining('held_by names 5 more') });
    }));
});

describe('a refusal because of credits that runs hold', () => {
  const begin = ({ runs }: State, id: string, maxCredits: number) =>
    runs.begin(
      { id, account: 'a', code: '', input: 'null', may: [], maxCredits },
      { owner: 'process', leaseMs: 60_000, holdMs: 600_000, session: 's', limits: [], consentThresholds: [] },
    );

  it('names the interrupted ones first, then the largest', () =>
    staged({ limits: '40/day' }, async ({ clock, state, reserve }) => {
      for (const [id, credits] of [
        ['lost_8', 8],
        ['lost_3', 3],
      ] as const)
        await begin(state, id, credits);
      await clock.advance(61_000);
      for (const [id, credits] of [
        ['run_20', 20],
        ['run_5', 5],
        ['run_0', 0],
      ] as const)
        await begin(state, id, credits);
      await expect(reserve(20)).rejects.toMatchObject({
        code: 'budget_in_flight',
        facts: {
          held_by: [
            { run_id: 'lost_8', state: 'interrupted', credits: 8 },
            { run_id: 'lost_3', state: 'interrupted', credits: 3 },
            { run_id: 'run_20', state: 'running', credits: 20 },
            { run_id: 'run_5', state: 'running', credits: 5 },
          ],
        },
        next: expect.stringContaining('{"resume":"lost_8"}'),
      });
    }));

  it('names the only one', () =>
    staged({ limits: '40/day' }, async ({ state, reserve }) => {
      await begin(state, 'run_30', 30);
      await expect(reserve(20)).rejects.toMatchObject({ next: expect.not.stringContaining('held_by') });
    }));
});

describe('a price without a bound', () => {
  it('reserves what is allowed by default, where the limits are the default', () =>
    staged({ fallback: { limits: '50/day', unpriced: 15 }, narrowed: '40/day' }, async ({ reserve }) => {
      expect(await reserve(null)).toMatchObject({ entry: { estimate: 15, unbounded: true } });
      expect(await reserve(5)).toMatchObject({ entry: { estimate: 5, unbounded: false } });
    }));

  it.each<[string, Settings, string]>([
    ['its own amount', { fallback: { limits: '4/call', unpriced: 15 } }, 'raise'],
    ['the balance', { fallback: { limits: '4/call' } }, '/unpriced'],
    ['the balance in a window', { limits: '4/day' }, '/unpriced'],
  ])('beyond a limit, for which %s is reserved, says what the operator can change', (_, settings, next) =>
    staged({ ...settings, balance: [30] }, async ({ reserve }) => {
      await expect(reserve(null)).rejects.toMatchObject({ next: expect.stringContaining(next) });
    }),
  );

  it('reserves the whole balance, freshly read, where nothing is allowed for it', () =>
    staged(
      { limits: '50/day', fallback: { limits: '50/day', unpriced: 15 }, balance: [30, 40] },
      async ({ reserve, received: heard }) => {
        expect(await reserve(null)).toMatchObject({ entry: { estimate: 40 } });
        expect(heard[0]).toBe('fresh balance');
      },
    ));

  it.each([
    ['', -3, { entry: { estimate: 0 } }],
    ['50/day', 0, { entry: { estimate: 0 } }],
    ['50/day', -3, { code: 'insufficient_credits', facts: { available: -3 } }],
  ])('under the limits "%s" with a balance of %d reserves nothing', (set, balance, expected) =>
    staged({ limits: set, balance: [balance] }, async ({ reserve }) => {
      expect(await reserve(null).catch((error: unknown) => error)).toMatchObject(expected);
    }),
  );

  it.each<[string, Settings, Partial<ReservationRequest>]>([
    ['the operator', { limits: '50/day' }, {}],
    ['the caller', { narrowed: '50/day' }, {}],
    ['a run', {}, { run: 'run_1' }],
  ])('is refused where a limit of %s holds and the balance is unknown', (_, settings, more) =>
    staged({ ...settings, balance: [undefined] }, async ({ reserve }) => {
      await expect(reserve(null, more)).rejects.toMatchObject({
        code: 'budget_exceeded',
        facts: { operation: 'articles.generate' },
        next: expect.stringContaining('/unpriced'),
      });
    }),
  );
});

describe('the balance', () => {
  it('that does not cover the call refuses it, after a fresh look, and releases the reservation', () =>
    staged({ balance: [4, 4] }, async ({ reserve, budget, received: heard, state }) => {
      await expect(reserve(5)).rejects.toMatchObject({
        code: 'insufficient_credits',
        facts: { required: 5, available: 4 },
      });
      expect(heard.filter((one) => one.includes('balance'))).toEqual(['balance', 'fresh balance']);
      expect(await budget.total()).toMatchObject({ held: 0 });
      expect(await state.ledger.list('a', { limit: 1 })).toMatchObject([
        { money: 'released', state: 'failed', error: expect.stringContaining('the team has 4') },
      ]);
    }));

  it('has to cover the other calls under way as well, but not those in doubt', () =>
    staged({ balance: [10] }, async ({ reserve, other }) => {
      await other(3);
      await other(100, doubtful);
      await expect(reserve(8)).rejects.toMatchObject({ facts: { required: 8, available: 7 } });
      expect(await reserve(7)).toMatchObject({ kind: 'reserved' });
    }));

  it('that is not known refuses nothing', () =>
    staged({ balance: [undefined] }, async ({ reserve }) => {
      expect(await reserve(5)).toMatchObject({ kind: 'reserved' });
    }));

  it('that cannot be read refuses the call, and releases the reservation', () =>
    staged({ balance: [new VisibilityError('unreachable', 'no token')] }, async ({ state, reserve }) => {
      await expect(reserve(5)).rejects.toThrow('no token');
      expect(await state.ledger.list('a', { limit: 1 })).toMatchObject([{ money: 'released', error: 'no token' }]);
    }));
});

describe('a run', () => {
  const lease = { owner: 'process', leaseMs: 60_000, holdMs: 60_000, session: 's', limits: [], consentThresholds: [] };
  const begin = (state: State, maxCredits: number) =>
    state.runs.begin({ id: 'run_1', account: 'a', code: '', input: 'null', may: [], maxCredits }, lease);

  it('refuses what its own credits do not cover', () =>
    staged({}, async ({ state, reserve }) => {
      await begin(state, 10);
      await expect(reserve(11, { run: 'run_1' })).rejects.toMatchObject({
        code: 'budget_exceeded',
        next: 'Start a run with a larger max_credits.',
        facts: { estimate: 11, limit: '10/run', spent: 0, reserved: 0, left: 10 },
      });
      const first = await reserve(6, { run: 'run_1' });
      await expect(reserve(5, { run: 'run_1' })).rejects.toMatchObject({
        code: 'budget_in_flight',
        next: 'Wait for its other calls first.',
        facts: { reserved: 6, left: 4 },
      });
      if ('entry' in first) await state.ledger.record(first.entry.id, settled(6));
      await expect(reserve(5, { run: 'run_1' })).rejects.toMatchObject({ code: 'budget_exceeded' });
      await reserve(1, { run: 'run_1' });
      await expect(reserve(5, { run: 'run_1' })).rejects.toMatchObject({ code: 'budget_exceeded' });
      await expect(reserve(4, { run: 'run_1' })).rejects.toMatchObject({ code: 'budget_in_flight' });
    }));

  it('has paid calls whose credits it holds itself, up to the balance', () =>
    staged({ balance: [20] }, async ({ state, reserve, budget, received: heard }) => {
      await begin(state, 20);
      expect(await reserve(5, { run: 'run_1' })).toMatchObject({ kind: 'reserved', heldForRun: 15 });
      await budget.hold(5, async () => ({ kind: 'begun' }), []);
      expect(heard).not.toContain('compare');
    }));

  it('is held in every window at once, with thresholds, less an unexplained decrease', () =>
    staged({ limits: '20/day,5/call', narrowed: '9/week', unexplained: 3 }, async ({ budget, received: heard }) => {
      const held = await budget.hold(5, async (effective) => ({ kind: 'begun', effective }), limits('7/day,1/call'));
      expect(held.effective).toEqual({
        session: 's',
        limits: [
          { window: 'day', credits: 17, session: 's' },
          { window: 'week', credits: 9, session: 's', owner: 'ann' },
        ],
        consentThresholds: [{ window: 'day', credits: 7, session: 's' }],
      });
      expect(heard).toEqual(['compare', 'earlier day,week']);
      await budget.hold(0, async () => ({ kind: 'begun' }), []);
      expect(heard).toEqual(['compare', 'earlier day,week']);
    }));

  it('is refused as a call is, once the calls in doubt were reconciled', () =>
    staged({ limits: '20/day' }, async ({ budget, received: heard, other }) => {
      await other(15, doubtful);
      const usage = { spent: 0, held: 15, inDoubt: 15 };
      const limit = { window: 'day', credits: 20, session: 's' } as const;
      let attempts = 0;
      const refused = async (): Promise<{ readonly kind: string }> => {
        attempts++;
        return { kind: 'refused', limit, usage, passes: true } as { readonly kind: string };
      };
      await expect(budget.hold(10, refused, [])).rejects.toMatchObject({
        code: 'budget_in_flight',
        message: expect.stringContaining('run_code takes up to 10 credits (max_credits of the program)'),
      });
      expect(attempts).toBe(2);
      expect(heard).toContain('reconcile');
      attempts = 0;
      const admittedLater = async () => (attempts === 0 ? refused() : { kind: 'begun' });
      expect(await budget.hold(10, admittedLater, [])).toEqual({ kind: 'begun' });
    }));

  it('is held under the limits of its own label', () =>
    staged({ limits: '20/day,9/week@nightly', narrowed: '7/month@nightly' }, async ({ budget }) => {
      const windowsOf = async (label?: string) => {
        const held = await budget.hold(5, async (effective) => ({ kind: 'begun', effective }), [], label);
        return held.effective.limits.map(({ window }) => window);
      };
      expect([await windowsOf('nightly'), await windowsOf()]).toEqual([['day', 'week', 'month'], ['day']]);
      expect(JSON.stringify(await budget.limits())).toContain('9/week@nightly');
    }));
});

describe('the limits', () => {
  it.each<[what: string, set: string, fallback: string, expected: readonly string[]]>([
    ['of a label leave the default', '9/week@nightly', '20/day', ['20/day', '9/week@nightly']],
    ['without a label replace it', '50/week,9/week@nightly', '20/day', ['50/week', '9/week@nightly']],
  ])('%s', (_, set, fallback, expected) =>
    staged({ limits: set, fallback: { limits: fallback } }, async ({ budget }) => {
      expect((await budget.limits()).map(({ limit }) => limit)).toEqual(expected);
    }),
  );

  it('show what is spent, held and left, until when, and where they come from', () =>
    staged({ limits: '9/call,20/day,8/session', narrowed: '30/total' }, async ({ budget, other }) => {
      await other(5, settled(4));
      await other(6);
      expect(await budget.limits()).toEqual([
        { limit: '9/call', spent: 0, reserved: 0, left: 9, from: 'setting' },
        { limit: '20/day', spent: 4, reserved: 6, left: 10, from: 'setting', resets_at: '2026-11-05T00:00:00.000Z' },
        { limit: '8/session', spent: 0, reserved: 0, left: 8, from: 'setting' },
        { limit: '30/total', spent: 0, reserved: 0, left: 30, from: 'caller' },
      ]);
      await other(50);
      expect((await budget.limits())[1]).toMatchObject({ left: 0 });
    }));
});
