import type { KnownAccount } from '../account/identity.ts';
import type { Clock } from '../../clock.ts';
import type { Entry } from '../../state/entry.ts';
import type { Consent, LimitWindow, Reserved, RunAllowance, Usage } from '../../state/ledger.ts';
import type { HoldOptions } from '../../state/run-store.ts';
import type { State } from '../../state/state.ts';
import { BudgetRefused } from '../errors/budget-refused.ts';
import { InsufficientCredits } from '../errors/insufficient-credits.ts';
import type { Balance } from './balance.ts';
import type { LimitView } from '../client.ts';
import type { EarlierSpending } from './earlier-spending.ts';
import type { Quote } from '../call/reply.ts';
import type { EntryRecorder } from '../call/entry-recorder.ts';
import { spanOf } from '../../state/span-of.ts';
import type { BudgetLimit } from '../../budget-limit.ts';
import { effectiveLimits, type EffectiveLimit } from './effective-limits.ts';

export interface BudgetDependencies {
  readonly state: State;
  readonly identity: KnownAccount;
  readonly session: string;
  readonly clock: Clock;
  /** As set for this process. A person may keep tighter ones in the store. */
  readonly limits: readonly BudgetLimit[];
  /** The caller's own limits: they count the calls of this caller alone, and hold beside the others. */
  readonly narrowed?: { readonly owner: string; readonly limits: readonly BudgetLimit[] } | undefined;
  /** Holds where neither this process nor the store has a limit. */
  readonly fallback: DefaultBudget | undefined;
  /** IANA name of the time zone in which days, weeks and months are cut. */
  readonly zone: string;
  /** Credits reserved where the platform states no bound. */
  readonly unpriced: number | undefined;
  readonly balance: Pick<Balance, 'now'>;
  /** Unexplained decrease of the balance, in credits; `counted` identifies the ledger's sums. Throws `BudgetRefused` above the tolerance. */
  readonly unexplained: (counted: string) => Promise<number>;
  readonly earlier: Pick<EarlierSpending, 'ensure'>;
  readonly recorder: Pick<EntryRecorder, 'record'>;
  /** Reconciles calls in doubt, unless the last attempt is recent. */
  readonly reconcile: () => Promise<void>;
}

export interface DefaultBudget {
  readonly limits: readonly BudgetLimit[];
  /** Credits reserved where the platform states no bound. */
  readonly unpriced?: number | undefined;
}

/** The limits in force for one call. */
interface EffectiveBudget {
  readonly limits: readonly EffectiveLimit[];
  /** Credits reserved where the platform states no bound. */
  readonly unpriced: number | undefined;
}

export interface ReservationRequest {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly fingerprint: string;
  readonly quote: Quote;
  /** Balance the platform wants to see, where it is more than the price. */
  readonly gate: number;
  readonly again: boolean;
  /** Milliseconds after which the reservation lapses unless it has been dispatched. */
  readonly expiresAfterMs: number;
  readonly caller: string | undefined;
  readonly consent: Consent | undefined;
  /** Thresholds for the credits spent since a person last agreed, beyond which a person is asked. None: nobody is asked. */
  readonly consentThresholds: readonly BudgetLimit[];
  /** The run whose credits the call takes. */
  readonly run?: string | undefined;
}

/** The operator's limits over what is spent and held. Credits are whole numbers. */
export class Budget {
  readonly #dependencies: BudgetDependencies;

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Reserves the call's upper bound in every window at once, or joins an identical call that is alive.
   * Throws `BudgetRefused` or `InsufficientCredits`; then nothing is held.
   */
  async reserve({
    operation,
    arguments: given,
    fingerprint,
    quote,
    gate,
    again,
    expiresAfterMs,
    caller,
    consent,
    consentThresholds,
    run,
  }: ReservationRequest): Promise<Exclude<Reserved, { kind: 'refused' | 'beyond_run' }>> {
    const {
      state,
      identity: { known: account },
      session,
    } = this.#dependencies;
    const effective = await this.#effectiveBudget();
    const estimate = await this.#bound(quote, effective, run);
    const unexplained =
      estimate > 0 && effective.limits.length > 0 ? await this.#dependencies.unexplained(await this.#counted()) : 0;
    const perCall = [...effective.limits, ...this.#narrowed()].find(
      (limit) => limit.window === 'call' && estimate > limit.credits,
    );
    if (perCall) throw this.#tooDearForOneCall(quote, estimate, perCall.credits, effective);
    const request = {
      account,
      session,
      operation,
      arguments: given,
      fingerprint,
      estimate,
      unbounded: quote.credits === null,
      basis: quote.basis,
      limits: [...this.#windows(effective.limits, unexplained), ...this.#callerWindows()],
      again,
      expiresAfterMs,
      caller,
      consent,
      consentThresholds: this.#windows(consentThresholds),
      run,
    };
    if (estimate > 0) await this.#dependencies.earlier.ensure(request.limits);
    let reserved = await state.ledger.reserve(request);
    if (reserved.kind === 'refused' && reserved.usage.inDoubt > 0) {
      await this.#dependencies.reconcile();
      reserved = await state.ledger.reserve(request);
    }
    if (reserved.kind === 'refused') throw this.#refused(quote, estimate, reserved, effective, unexplained);
    if (reserved.kind === 'beyond_run') throw beyondRun(quote, estimate, reserved);
    if (reserved.kind === 'reserved' && estimate > 0)
      await this.#coveredByBalance(reserved.entry, Math.max(estimate, gate), reserved.heldForRun);
    return reserved;
  }

  /**
   * Holds credits for a run as a whole, in every window at once, by what `attempt` does with the windows.
   * Throws `BudgetRefused` where they do not fit.
   */
  async hold<T extends { readonly kind: string }>(
    credits: number,
    attempt: (effective: Pick<HoldOptions, 'session' | 'limits' | 'consentThresholds'>) => Promise<T>,
    thresholds: readonly BudgetLimit[],
  ): Promise<Exclude<T, { readonly kind: 'refused' }>> {
    const { session, unexplained: findUnexplained, earlier, reconcile } = this.#dependencies;
    const effective = await this.#effectiveBudget();
    const unexplained = credits > 0 && effective.limits.length > 0 ? await findUnexplained(await this.#counted()) : 0;
    const limits = [...this.#windows(effective.limits, unexplained), ...this.#callerWindows()];
    if (credits > 0) await earlier.ensure(limits);
    const held = { session, limits, consentThresholds: this.#windows(thresholds) };
    let answer: T | Extract<Reserved, { kind: 'refused' }> = await attempt(held);
    if (isRefused(answer) && answer.usage.inDoubt > 0) {
      await reconcile();
      answer = await attempt(held);
    }
    if (!isRefused(answer)) return answer as Exclude<T, { readonly kind: 'refused' }>;
    const quote = { operation: 'run_code', effect: 'paid', credits, basis: 'max_credits of the program' } as const;
    throw this.#refused(quote, credits, answer, effective, unexplained);
  }

  /** Each limit with what is spent, held and left now. */
  async limits(): Promise<LimitView[]> {
    const {
      state,
      identity: { known: account },
      clock,
      zone,
    } = this.#dependencies;
    const { limits } = await this.#effectiveBudget();
    const narrowed = this.#narrowed();
    const windows = [...this.#windows(limits), ...this.#callerWindows()];
    const sources = new Map(limits.map(({ window, source }) => [window, source]));
    const usage = await state.ledger.usage(account, windows);
    const calls = [...limits, ...narrowed].filter(({ window }) => window === 'call');
    return [
      ...calls.map(({ credits, source }) => ({
        limit: `${credits}/call`,
        spent: 0,
        reserved: 0,
        left: credits,
        from: source,
      })),
      ...windows.map(({ window, credits, owner }, index) => {
        const { spent, held } = usage[index] as Usage;
        const { resetsAt } = spanOf(window, clock.now(), zone);
        return {
          limit: `${credits}/${window}`,
          spent,
          reserved: held,
          left: Math.max(0, credits - spent - held),
          from: owner === undefined ? (sources.get(window) ?? 'setting') : 'caller',
          ...(resetsAt === undefined ? {} : { resets_at: new Date(resetsAt).toISOString() }),
        };
      }),
    ];
  }

  /** The credits charged in all, and those held. */
  async total(): Promise<Usage> {
    const {
      state,
      identity: { known: account },
      session,
      zone,
    } = this.#dependencies;
    const [total] = await state.ledger.usage(account, [{ window: 'total', session, zone }]);
    return total as Usage;
  }

  /** Read for each call: a limit that a person keeps in the store binds every process from then on. */
  async #effectiveBudget(): Promise<EffectiveBudget> {
    const {
      state,
      identity: { known: account },
      limits: set,
      fallback,
      unpriced,
    } = this.#dependencies;
    const limits = effectiveLimits(set, await state.accounts.limits(account), fallback?.limits ?? []);
    return {
      limits,
      unpriced: unpriced ?? (limits.some(({ source }) => source === 'default') ? fallback?.unpriced : undefined),
    };
  }

  /** At worst an unbounded price draws what the operator allows for it, or the whole balance. */
  async #bound(quote: Quote, { limits, unpriced }: EffectiveBudget, run: string | undefined): Promise<number> {
    if (quote.credits !== null) return quote.credits;
    if (unpriced !== undefined) return unpriced;
    // Without any limit there is no budget that an unbounded price could exceed.
    if (limits.length === 0 && this.#narrowed().length === 0 && run === undefined) return 0;
    const balance = await this.#dependencies.balance.now(true);
    if (balance !== undefined) return balance;
    throw new BudgetRefused(
      `The price of ${quote.operation} has no bound (${quote.basis}), and the balance cannot be read.`,
      {
        passes: false,
        next: unpricedHint,
        facts: { operation: quote.operation },
      },
    );
  }

  /** The limits over spans of time, less the unexplained decrease of the balance. */
  #windows(limits: readonly BudgetLimit[], unexplained = 0): LimitWindow[] {
    const { session, zone } = this.#dependencies;
    return limits.flatMap(({ window, credits }) =>
      window === 'call' ? [] : [{ window, credits: credits - unexplained, session, zone }],
    );
  }

  #narrowed(): EffectiveLimit[] {
    return (this.#dependencies.narrowed?.limits ?? []).map((limit) => ({ ...limit, source: 'caller' }));
  }

  #callerWindows(): LimitWindow[] {
    const { narrowed } = this.#dependencies;
    return narrowed ? this.#windows(narrowed.limits).map((window) => ({ ...window, owner: narrowed.owner })) : [];
  }

  /** The sums of the ledger, as a text that changes when they do. */
  async #counted(): Promise<string> {
    const { spent, held } = await this.total();
    return `${spent} ${held}`;
  }

  /** Refuses, before anything is sent, what the platform would answer with 402, and releases the reservation. */
  async #coveredByBalance(entry: Entry, needed: number, heldForRun: number): Promise<void> {
    try {
      const { held, inDoubt } = await this.total();
      // Credits in doubt are not subtracted: if they were drawn, the balance already reflects it.
      const others = held - inDoubt - entry.estimate - heldForRun;
      for (const fresh of [false, true]) {
        const balance = await this.#dependencies.balance.now(fresh);
        if (balance === undefined || balance - others >= needed) return;
        if (fresh) throw new InsufficientCredits(needed, balance - others);
      }
    } catch (error) {
      const reason =
        error instanceof InsufficientCredits
          ? 'the balance of the team is too small'
          : 'the balance of the team could not be read';
      await this.#dependencies.recorder
        .record(entry.id, { money: 'released', state: 'failed', error: reason })
        .catch(() => undefined);
      throw error;
    }
  }

  /** Where the whole balance had to be reserved, raising a limit would not help. */
  #nextStep(bound: number | null, { unpriced }: EffectiveBudget, otherwise: string): string {
    return bound === null && unpriced === undefined ? unpricedHint : otherwise;
  }

  #tooDearForOneCall(
    { operation, basis, credits }: Quote,
    estimate: number,
    allowed: number,
    effective: EffectiveBudget,
  ): BudgetRefused {
    return new BudgetRefused(
      `${operation} takes up to ${amount(estimate, credits)} (${basis}); the limit is ${allowed} a call. Nothing was charged.`,
      {
        passes: false,
        next: this.#nextStep(
          credits,
          effective,
          `Choose something cheaper, or ask the operator to raise the limit ${allowed}/call.`,
        ),
        facts: { estimate, limit: `${allowed}/call`, left: allowed },
      },
    );
  }

  #refused(
    { operation, basis, credits }: Quote,
    estimate: number,
    { limit, usage, passes }: Extract<Reserved, { kind: 'refused' }>,
    effective: EffectiveBudget,
    unexplained: number,
  ): BudgetRefused {
    const missing = limit.owner === undefined ? unexplained : 0;
    const name = `${limit.credits + missing}/${limit.window}`;
    const left = Math.max(0, limit.credits - usage.spent - usage.held);
    const { resetsAt } = spanOf(limit.window, this.#dependencies.clock.now(), this.#dependencies.zone);
    const resets = resetsAt === undefined ? undefined : new Date(resetsAt).toISOString();
    const tooSmall = [...effective.limits, ...this.#narrowed()].find((one) => one.credits < estimate);
    const facts = {
      estimate,
      limit: name,
      spent: usage.spent,
      reserved: usage.held,
      left,
      ...(missing > 0 ? { unexplained: missing } : {}),
      ...(resets && !tooSmall ? { resets_at: resets } : {}),
    };
    const doubt = usage.inDoubt > 0 ? ` (${usage.inDoubt} of them in doubt)` : '';
    const held = passes ? `, ${usage.held} held by calls under way${doubt}` : '';
    return new BudgetRefused(
      `${operation} takes up to ${amount(estimate, credits)} (${basis}); ${tooSmall ? `that can never fit into the limit ${tooSmall.credits}/${tooSmall.window}` : `the limit ${name} has ${usage.spent} spent${held}, ${left} left`}. Nothing was charged.`,
      {
        passes,
        facts,
        next: passes
          ? 'Wait for the calls under way (job_list {}), then repeat this one.'
          : tooSmall
            ? this.#nextStep(
                credits,
                effective,
                `Waiting does not help: choose something cheaper, or ask the operator to raise ${tooSmall.credits}/${tooSmall.window}.`,
              )
            : this.#nextStep(
                credits,
                effective,
                `${resets ? `The limit resets at ${resets}; ` : ''}choose something cheaper, or ask the operator to raise ${name}.`,
              ),
      },
    );
  }
}

const isRefused = (answer: { readonly kind: string }): answer is Extract<Reserved, { kind: 'refused' }> =>
  answer.kind === 'refused';

/** Passing where other calls of the same run hold the missing credits. */
function beyondRun(
  { operation, basis, credits }: Quote,
  estimate: number,
  { max, charged, underWay, left }: RunAllowance,
): BudgetRefused {
  const passes = underWay > 0 && charged + estimate <= max;
  return new BudgetRefused(
    `${operation} takes up to ${amount(estimate, credits)} (${basis}); this run may spend ${max}, of which ${charged} are spent and ${underWay} held. Nothing was charged.`,
    {
      passes,
      next: passes ? 'Wait for its other calls first.' : 'Start a run with a larger max_credits.',
      facts: { estimate, limit: `${max}/run`, spent: charged, reserved: underWay, left },
    },
  );
}

const unpricedHint =
  'The operator can set VISIBILITY_UNPRICED: the credits to reserve for a call whose price has no stated bound.';

const amount = (estimate: number, bound: number | null): string =>
  bound === null ? `${estimate} credits at worst` : `${estimate} credits`;
