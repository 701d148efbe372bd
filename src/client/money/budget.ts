import type { AccountKey } from './account.ts';
import type { Clock } from '../../base/clock.ts';
import type { Entry } from '../../state/entry.ts';
import type { LimitWindow, ReserveAnswer, ReserveRequest, Usage } from '../../state/reservation.ts';
import type { HoldOptions } from '../../state/run-store.ts';
import type { State } from '../../state/state.ts';
import { runsThatHold } from './runs-that-hold.ts';
import type { Balance } from './balance.ts';
import { type BalanceWatch, isDue, refuseUnexplained } from './balance-watch.ts';
import type { LimitView } from './money-view.ts';
import type { EarlierSpending } from './earlier-spending.ts';
import type { Quote } from './quote.ts';
import type { EntryRecorder } from './entry-recorder.ts';
import { windowSpan } from '../../state/window-span.ts';
import { limitInWords, appliesToLabel, type BudgetLimit } from '../../base/budget-limit.ts';
import { beyondLimit, beyondRun, notItsTurn, tooDearForOneCall, unpricedHint } from './budget-refusals.ts';
import type { BudgetPreset } from './budget-presets.ts';
import { effectiveLimits, type EffectiveLimit } from './effective-limits.ts';
import { hasCode, type VisibilityError } from '../errors.ts';
import { budgetRefused, insufficientCredits } from '../refusals.ts';

export interface BudgetDependencies {
  readonly state: State;
  readonly account: AccountKey;
  readonly session: string;
  readonly clock: Clock;
  /** Limits configured for this process. The store may hold tighter ones. */
  readonly limits: readonly BudgetLimit[];
  /** Additional limits of one caller, which count only that caller's calls. */
  readonly narrowed?: BudgetCaller | undefined;
  /** Limits that apply if this process has none. */
  readonly fallback: BudgetPreset | undefined;
  /** Credits reserved for a price without a bound. */
  readonly unpriced: number | undefined;
  readonly balance: Pick<Balance, 'now'>;
  readonly watch: Pick<BalanceWatch, 'lastComparison' | 'compare'>;
  readonly earlier: Pick<EarlierSpending, 'ensure'>;
  readonly recorder: Pick<EntryRecorder, 'record'>;
  /** Reconciles calls with an unknown outcome, unless that was tried recently. Never rejects. */
  readonly reconcile: () => Promise<void>;
}

/** One of several callers that share an account. Nothing of it can be chosen by the caller, except for the limits, which only narrow. */
export interface BudgetCaller {
  readonly owner: string;
  /** The sign-in that the limits are for: a session of theirs is the sign-in. Absent: it is what the caller does in this process. */
  readonly signIn?: string | undefined;
  readonly limits: readonly BudgetLimit[];
}

/** The active limits for one call. */
interface EffectiveBudget {
  readonly limits: readonly EffectiveLimit[];
  /** Limits of the caller. */
  readonly narrowed: readonly EffectiveLimit[];
  /** Credits reserved for a price without a bound. */
  readonly unpriced: number | undefined;
}

/** A call that asks for a reservation. */
export interface ReservationRequest extends Pick<
  ReserveRequest,
  'operation' | 'arguments' | 'fingerprint' | 'again' | 'expiresAfterMs' | 'consent' | 'run' | 'label'
> {
  readonly quote: Quote;
  /** Minimum balance in credits that the platform requires for the call, if it is more than the price. */
  readonly minBalance: number;
  /** Maximum milliseconds to wait for other paid calls in flight. */
  readonly waitMs: number;
  /** Aborts that wait. */
  readonly signal?: AbortSignal | undefined;
  /** Maximum credits to spend since a person last agreed. If exceeded, `needs_person` is returned. Empty: never. */
  readonly consentThresholds: readonly BudgetLimit[];
}

type Admitted = Exclude<ReserveAnswer, { kind: 'refused' | 'beyond_run' | 'blocked' }>;

/** Maximum milliseconds before a waiting call retries its reservation, even without a notification. */
const rereadMs = 1_000;

/** Enforces the limits on credits spent and held. Credits are integers. */
export class Budget {
  readonly #dependencies: BudgetDependencies;

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Reserves the maximum cost of a call in all windows atomically, or joins an identical call in flight.
   * Throws `BudgetRefused` or `InsufficientCredits`, and `Unreachable` if balance or history cannot be read; then nothing is held.
   */
  async reserve(intent: ReservationRequest): Promise<Admitted> {
    const { state, clock } = this.#dependencies;
    const effective = this.#effectiveBudget(intent);
    const estimate = await this.#bound(intent.quote, effective, intent.run);
    const perCall = [...effective.limits, ...effective.narrowed].find(
      (limit) => limit.window === 'call' && estimate > limit.credits,
    );
    if (perCall) throw tooDearForOneCall(intent.quote, estimate, perCall, effective.unpriced);
    const until = clock.steady() + intent.waitMs;
    for (;;) {
      const admitted = await this.#admit(intent, estimate, effective);
      if (admitted.kind !== 'blocked') return admitted;
      const remainingMs = until - clock.steady();
      if (remainingMs <= 0) throw notItsTurn(intent.quote, estimate);
      await state.ledger.waitForChange(admitted.by, Math.min(remainingMs, rereadMs), intent.signal);
    }
  }

  /** One attempt to reserve. The balance is compared after the credits are held, so that no other call can be admitted in between. */
  async #admit(
    intent: ReservationRequest,
    estimate: number,
    effective: EffectiveBudget,
  ): Promise<Admitted | Extract<ReserveAnswer, { kind: 'blocked' }>> {
    const { state, account, watch, earlier, reconcile } = this.#dependencies;
    const { ledger } = state;
    const isLimited = effective.limits.length > 0 || effective.narrowed.length > 0 || intent.run !== undefined;
    const isDrawing = estimate > 0;
    let { unexplained } = isDrawing && isLimited ? await watch.lastComparison() : { unexplained: 0 };
    if (unexplained > 0) await this.#refuseUnexplained((unexplained = await watch.compare()));
    const request = (): ReserveRequest => this.#request(intent, estimate, this.#allWindows(effective, unexplained));
    if (isDrawing) await earlier.ensure(request().limits);
    let reserved = await ledger.reserve(request());
    if (reserved.kind === 'refused' && reserved.usage.inDoubt > 0) {
      unexplained = isLimited ? await watch.compare() : 0;
      await this.#refuseUnexplained(unexplained);
      await reconcile();
      reserved = await ledger.reserve(request());
    }
    if (reserved.kind === 'refused')
      throw await this.#refused(intent.quote, estimate, reserved, effective, unexplained);
    if (reserved.kind === 'beyond_run') throw beyondRun(intent.quote, estimate, reserved);
    if (reserved.kind !== 'reserved' || !isDrawing) return reserved;
    const { entry } = reserved;
    const standing = await watch.lastComparison();
    // Without a limit, the balance only serves to find out whether refused calls were charged.
    if (isDue(standing) && (isLimited || standing.doubtful || standing.compared < 0)) {
      unexplained = await this.#orRelease(entry, 'the balance of the team could not be compared', () =>
        isLimited ? watch.compare() : watch.compare().catch(unlessUnreachable),
      );
      if (isLimited) {
        await this.#orRelease(entry, 'the balance of the team fell for no known reason', () =>
          this.#refuseUnexplained(unexplained),
        );
        const again = await ledger.readmit(account.key, entry.id, this.#allWindows(effective, unexplained));
        if (again.kind === 'blocked') return again;
        if (again.kind === 'refused') throw await this.#refused(intent.quote, estimate, again, effective, unexplained);
      }
    }
    await this.#coveredByBalance(entry, Math.max(estimate, intent.minBalance), reserved.heldForRun);
    return reserved;
  }

  #request(
    {
      quote,
      minBalance: _minBalance,
      waitMs: _waitMs,
      signal: _signal,
      consentThresholds,
      ...call
    }: ReservationRequest,
    estimate: number,
    limits: readonly LimitWindow[],
  ): ReserveRequest {
    const { account, session, narrowed } = this.#dependencies;
    return {
      ...call,
      account: account.key,
      session,
      signIn: narrowed?.signIn,
      estimate,
      unbounded: quote.credits === null,
      basis: quote.basis,
      limits,
      consentThresholds: this.#windows(consentThresholds),
      takesTurns: estimate > 0 && limits.length > 0,
    };
  }

  /**
   * Reserves credits for a whole run in all windows atomically. Throws `BudgetRefused` if they do not fit.
   * @param attempt writes the reservation with these windows; called again after a reconciliation if it was refused
   * @param thresholds maximum credits to spend since a person last agreed
   */
  async hold<T extends { readonly kind: string }>(
    credits: number,
    attempt: (effective: Pick<HoldOptions, 'session' | 'signIn' | 'limits' | 'consentThresholds'>) => Promise<T>,
    thresholds: readonly BudgetLimit[],
    label?: string,
  ): Promise<Exclude<T, { readonly kind: 'refused' }>> {
    const { session, narrowed, watch, earlier, reconcile } = this.#dependencies;
    const effective = this.#effectiveBudget({ label });
    const unexplained = credits > 0 && effective.limits.length > 0 ? await watch.compare() : 0;
    await this.#refuseUnexplained(unexplained);
    const limits = this.#allWindows(effective, unexplained);
    if (credits > 0) await earlier.ensure(limits);
    const held = { session, signIn: narrowed?.signIn, limits, consentThresholds: this.#windows(thresholds) };
    let answer: T | Extract<ReserveAnswer, { kind: 'refused' }> = await attempt(held);
    if (isRefused(answer) && answer.usage.inDoubt > 0) {
      await reconcile();
      answer = await attempt(held);
    }
    if (!isRefused(answer)) return answer as Exclude<T, { readonly kind: 'refused' }>;
    const quote = { operation: 'run_code', effect: 'paid', credits, basis: 'max_credits of the program' } as const;
    throw await this.#refused(quote, credits, answer, effective, unexplained);
  }

  /** All limits, including those of labels, with the credits spent, held and left in their current windows. */
  async limits(): Promise<LimitView[]> {
    const { state, account, clock } = this.#dependencies;
    const { limits, narrowed } = this.#effectiveBudget('all');
    const windows = this.#allWindows({ limits, narrowed }, 0);
    const sources = new Map(limits.map((limit) => [limitInWords(limit), limit.source]));
    const usage = await state.ledger.usage(account.key, windows);
    const calls = [...limits, ...narrowed].filter(({ window }) => window === 'call');
    return [
      ...calls.map((limit) => ({
        limit: limitInWords(limit),
        spent: 0,
        reserved: 0,
        left: limit.credits,
        from: limit.source,
      })),
      ...windows.map((limit, index) => {
        const { window, credits, owner } = limit;
        const { spent, held } = usage[index] as Usage;
        const { resetsAt } = windowSpan(window, clock.now());
        return {
          limit: limitInWords(limit),
          spent,
          reserved: held,
          left: Math.max(0, credits - spent - held),
          from: owner === undefined ? (sources.get(limitInWords(limit)) ?? 'setting') : 'caller',
          resets_at: resetsAt === undefined ? undefined : new Date(resetsAt).toISOString(),
        };
      }),
    ];
  }

  /** Total credits charged, held and in doubt. */
  async total(): Promise<Usage> {
    const { state, account, session } = this.#dependencies;
    const [total] = await state.ledger.usage(account.key, [{ window: 'total', session }]);
    return total as Usage;
  }

  /** The limits that apply to a call with that label. */
  #effectiveBudget(of: { readonly label?: string | undefined } | 'all'): EffectiveBudget {
    const { limits: set, fallback, narrowed, unpriced } = this.#dependencies;
    const isMeant = (limit: BudgetLimit): boolean => of === 'all' || appliesToLabel(limit, of.label);
    const limits = effectiveLimits(set, fallback?.limits ?? []).filter(isMeant);
    return {
      limits,
      narrowed: (narrowed?.limits ?? []).filter(isMeant).map((limit) => ({ ...limit, source: 'caller' })),
      unpriced: unpriced ?? (limits.some(({ source }) => source === 'default') ? fallback?.unpriced : undefined),
    };
  }

  /** Credits to reserve: the quoted maximum; for a price without a bound, what the operator configured, otherwise the whole balance. */
  async #bound(
    quote: Quote,
    { limits, narrowed, unpriced }: EffectiveBudget,
    run: string | undefined,
  ): Promise<number> {
    if (quote.credits !== null) return quote.credits;
    if (unpriced !== undefined) return unpriced;
    // Without any limit there is no budget that an unbounded price could exceed.
    if (limits.length === 0 && narrowed.length === 0 && run === undefined) return 0;
    const balance = await this.#dependencies.balance.now(true);
    if (balance !== undefined && balance < 0) throw insufficientCredits(undefined, balance);
    if (balance !== undefined) return balance;
    throw budgetRefused(
      `The price of ${quote.operation} has no bound (${quote.basis}), and the balance cannot be read.`,
      {
        passes: false,
        next: unpricedHint,
        facts: { operation: quote.operation },
      },
    );
  }

  async #refuseUnexplained(unexplained: number): Promise<void> {
    if (unexplained > 0) refuseUnexplained(unexplained, (await this.#dependencies.watch.lastComparison()).mayBeDrawn);
  }

  /** The limits over time windows, each reduced by the unexplained decrease of the balance. */
  #windows(limits: readonly BudgetLimit[], unexplained = 0): LimitWindow[] {
    const { session } = this.#dependencies;
    return limits.flatMap(({ window, credits, label }) =>
      window === 'call' ? [] : [{ window, credits: credits - unexplained, session, label }],
    );
  }

  /** The windows of the account, and those of the caller. */
  #allWindows({ limits, narrowed }: Pick<EffectiveBudget, 'limits' | 'narrowed'>, unexplained: number): LimitWindow[] {
    const { owner, signIn } = this.#dependencies.narrowed ?? {};
    const own = this.#windows(narrowed).map((window) => ({ ...window, owner, signIn }));
    return [...this.#windows(limits, unexplained), ...own];
  }

  /** Throws `InsufficientCredits` and releases the reservation if the balance is too small, which the platform would answer with 402. */
  async #coveredByBalance(entry: Entry, needed: number, heldForRun: number): Promise<void> {
    const { held, inDoubt } = await this.total();
    // Credits in doubt are not subtracted: if they were drawn, the balance already reflects it.
    const others = held - inDoubt - entry.estimate - heldForRun;
    for (const fresh of [false, true]) {
      const balance = await this.#orRelease(entry, 'the balance of the team could not be read', () =>
        this.#dependencies.balance.now(fresh),
      );
      if (balance === undefined || balance - others >= needed) return;
      if (fresh)
        await this.#orRelease(entry, 'the balance of the team is too small', async () => {
          throw insufficientCredits(needed, balance - others);
        });
    }
  }

  /** Runs a check that a reservation depends on. If it rejects, releases the reservation with `reason` and rethrows. */
  async #orRelease<T>(entry: Entry, reason: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#dependencies.recorder
        .record(entry.id, { money: 'released', state: 'failed', error: reason })
        .catch(() => undefined);
      throw error;
    }
  }

  async #refused(
    quote: Quote,
    estimate: number,
    refusal: Extract<ReserveAnswer, { kind: 'refused' }>,
    { limits, narrowed, unpriced }: EffectiveBudget,
    unexplained: number,
  ): Promise<VisibilityError> {
    const { state, account, clock } = this.#dependencies;
    const { resetsAt } = windowSpan(refusal.limit.window, clock.now());
    return beyondLimit(quote, estimate, refusal, {
      limits: [...limits, ...narrowed],
      unpriced,
      unexplained,
      resetsAt,
      holding: refusal.passes ? await runsThatHold(state.runs, account.key) : [],
    });
  }
}

const isRefused = (answer: { readonly kind: string }): answer is Extract<ReserveAnswer, { kind: 'refused' }> =>
  answer.kind === 'refused';

function unlessUnreachable(error: unknown): number {
  if (hasCode(error, 'unreachable')) return 0;
  throw error;
}
