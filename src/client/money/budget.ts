import type { AccountKey } from './account.ts';
import type { Clock } from '../../base/index.ts';
import type { HoldOptions, LimitWindow, ReserveAnswer, ReserveRequest, State, Usage } from '../../state/index.ts';
import { runsThatHold } from './runs-that-hold.ts';
import type { Balance } from './balance.ts';
import { type BalanceWatch, isDue, refuseUnexplained } from './balance-watch.ts';
import type { LimitView } from './money-view.ts';
import type { EarlierSpending } from './earlier-spending.ts';
import type { Quote } from './quote.ts';
import type { EntryRecorder } from './entry-recorder.ts';
import type { Reconciler } from './reconciler.ts';
import { windowSpan } from '../../state/window-span.ts';
import { limitInWords, appliesToLabel, type BudgetLimit } from '../../base/budget-limit.ts';
import { beyondLimit, beyondRun, notItsTurn, tooDearForOneCall, unpricedHint } from './budget-refusals.ts';
import { type BudgetPreset, effectiveLimits, type EffectiveLimit } from './budget-presets.ts';
import { hasCode, isVisibilityError } from '../errors.ts';
import { budgetRefused, insufficientCredits } from '../refusals.ts';

/** The settings of the budget, by the operator and by the caller. */
export interface BudgetOptions {
  /** Identifies the process: its session is what the operator's limits per session and consent count. The same for all its clients. */
  readonly session: string;
  readonly budget: readonly BudgetLimit[];
  /** Set where several callers share the account: jobs and results are separated by `owner`, and `limits` apply to this caller in addition to the budget. */
  readonly caller?: BudgetCaller | undefined;
  /** The budget where `budget` has no limit. */
  readonly defaultBudget?: BudgetPreset | undefined;
  /** Credits reserved where the platform states no bound for a price. */
  readonly unpriced?: number | undefined;
}

/** One of several callers that share an account. The caller chooses only the limits, which can only narrow the budget. */
export interface BudgetCaller {
  readonly owner: string;
  /** The sign-in that the limits are for: their session is this sign-in. Absent: it is the caller's use of this process. */
  readonly signIn?: string | undefined;
  readonly limits: readonly BudgetLimit[];
}

export interface BudgetDependencies {
  readonly options: BudgetOptions;
  readonly state: State;
  readonly account: AccountKey;
  readonly clock: Clock;
  readonly balance: Pick<Balance, 'now'>;
  readonly watch: Pick<BalanceWatch, 'lastComparison' | 'compare'>;
  readonly earlier: Pick<EarlierSpending, 'ensure'>;
  readonly recorder: Pick<EntryRecorder, 'record'>;
  readonly reconciler: Pick<Reconciler, 'runIfDue'>;
}

/** The active limits for one call: those of the account, then those of the caller. */
interface EffectiveBudget {
  readonly limits: readonly EffectiveLimit[];
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

type Refused = Extract<ReserveAnswer, { kind: 'refused' }>;
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
    const perCall = effective.limits.find((limit) => limit.window === 'call' && estimate > limit.credits);
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
    const { state, options, account, watch, recorder } = this.#dependencies;
    const { quote } = intent;
    const isLimited = effective.limits.length > 0 || intent.run !== undefined;
    const isDrawing = estimate > 0;
    let unexplained = isDrawing && isLimited ? (await watch.lastComparison()).unexplained : 0;
    if (unexplained > 0) unexplained = await watch.compare();
    const reserved = await this.#reserveWithin(quote, estimate, effective, unexplained, (limits) =>
      state.ledger.reserve({
        ...intent,
        account: account.key,
        session: options.session,
        signIn: options.caller?.signIn,
        estimate,
        unbounded: quote.credits === null,
        basis: quote.basis,
        limits,
        consentThresholds: this.#windows(intent.consentThresholds),
        takesTurns: isDrawing && limits.length > 0,
      }),
    );
    if (reserved.kind === 'beyond_run') throw beyondRun(quote, estimate, reserved);
    if (reserved.kind !== 'reserved' || !isDrawing) return reserved;
    const { entry, heldForRun } = reserved;
    try {
      const standing = await watch.lastComparison();
      // Without a limit, the balance only serves to find out whether refused calls were charged.
      if (isDue(standing) && isLimited) {
        unexplained = await watch.compare();
        await this.#refuseUnexplained(unexplained);
        const again = await state.ledger.readmit(account.key, entry.id, this.#windows(effective.limits, unexplained));
        if (again.kind === 'blocked') return again;
        if (again.kind === 'refused') throw await this.#refused(quote, estimate, again, effective, unexplained);
      } else if (isDue(standing) && (standing.doubtful || standing.compared < 0)) {
        await watch.compare().catch(unlessUnreachable);
      }
      await this.#coveredByBalance(Math.max(estimate, intent.minBalance), estimate + heldForRun);
    } catch (error) {
      const reason = isVisibilityError(error) ? error.message : 'the balance of the team could not be compared';
      await recorder.record(entry.id, { money: 'released', state: 'failed', error: reason }).catch(() => undefined);
      throw error;
    }
    return reserved;
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
    const { options, watch } = this.#dependencies;
    const effective = this.#effectiveBudget({ label });
    const unexplained = credits > 0 && effective.limits.length > 0 ? await watch.compare() : 0;
    const quote = { operation: 'run_code', effect: 'paid', credits, basis: 'max_credits of the program' } as const;
    const consentThresholds = this.#windows(thresholds);
    return this.#reserveWithin(quote, credits, effective, unexplained, (limits) =>
      attempt({ session: options.session, signIn: options.caller?.signIn, limits, consentThresholds }),
    );
  }

  /**
   * Attempts a reservation within the limits. One that is refused is attempted again after a reconciliation, since calls in doubt and upper
   * bounds may hold credits that were not drawn.
   */
  async #reserveWithin<T extends { readonly kind: string }>(
    quote: Quote,
    credits: number,
    effective: EffectiveBudget,
    unexplained: number,
    attempt: (limits: readonly LimitWindow[]) => Promise<T>,
  ): Promise<Exclude<T, { readonly kind: 'refused' }>> {
    const { watch, earlier, reconciler } = this.#dependencies;
    await this.#refuseUnexplained(unexplained);
    const windows = this.#windows(effective.limits, unexplained);
    if (credits > 0) await earlier.ensure(windows);
    const first: T | Refused = await attempt(windows);
    if (!isRefused(first)) return first as Exclude<T, { readonly kind: 'refused' }>;
    const now = first.usage.inDoubt > 0 ? await watch.compare() : unexplained;
    await this.#refuseUnexplained(now);
    await reconciler.runIfDue();
    const second: T | Refused = await attempt(this.#windows(effective.limits, now));
    if (isRefused(second)) throw await this.#refused(quote, credits, second, effective, now);
    return second as Exclude<T, { readonly kind: 'refused' }>;
  }

  /** All limits, including those of labels, with the credits spent, held and left in their current windows. */
  async limits(): Promise<LimitView[]> {
    const { state, account, clock } = this.#dependencies;
    const { limits } = this.#effectiveBudget('all');
    const perCall = limits.filter(({ window }) => window === 'call');
    const overTime = limits.filter(({ window }) => window !== 'call');
    const usage = await state.ledger.usage(account.key, this.#windows(overTime));
    return [
      ...perCall.map((limit) => ({
        limit: limitInWords(limit),
        spent: 0,
        reserved: 0,
        left: limit.credits,
        from: limit.source,
      })),
      ...overTime.map((limit, index) => {
        const { spent, held } = usage[index] as Usage;
        const { resetsAt } = windowSpan(limit.window as LimitWindow['window'], clock.now());
        return {
          limit: limitInWords(limit),
          spent,
          reserved: held,
          left: Math.max(0, limit.credits - spent - held),
          from: limit.source,
          resets_at: resetsAt === undefined ? undefined : new Date(resetsAt).toISOString(),
        };
      }),
    ];
  }

  /** Total credits charged, held and in doubt. */
  async total(): Promise<Usage> {
    const { state, account, options } = this.#dependencies;
    const [total] = await state.ledger.usage(account.key, [{ window: 'total', session: options.session }]);
    return total as Usage;
  }

  /** The limits that apply to a call with that label. */
  #effectiveBudget(of: { readonly label?: string | undefined } | 'all'): EffectiveBudget {
    const { budget, caller, defaultBudget, unpriced } = this.#dependencies.options;
    const { limits: own = [], owner, signIn } = caller ?? {};
    const limits: EffectiveLimit[] = [
      ...effectiveLimits(budget, defaultBudget?.limits ?? []),
      ...own.map((limit) => ({ ...limit, source: 'caller' as const, owner, signIn })),
    ].filter((limit) => of === 'all' || appliesToLabel(limit, of.label));
    const preset = limits.some(({ source }) => source === 'default') ? defaultBudget : undefined;
    return { limits, unpriced: unpriced ?? preset?.unpriced };
  }

  /** Credits to reserve: the quoted maximum; for a price without a bound, what the operator configured, otherwise the whole balance. */
  async #bound(quote: Quote, { limits, unpriced }: EffectiveBudget, run: string | undefined): Promise<number> {
    if (quote.credits !== null) return quote.credits;
    if (unpriced !== undefined) return unpriced;
    // Without any limit there is no budget that an unbounded price could exceed.
    if (limits.length === 0 && run === undefined) return 0;
    const balance = await this.#dependencies.balance.now(true);
    if (balance === undefined)
      throw budgetRefused(
        `The price of ${quote.operation} has no bound (${quote.basis}), and the balance cannot be read.`,
        { passes: false, next: unpricedHint, facts: { operation: quote.operation } },
      );
    if (balance < 0) throw insufficientCredits(undefined, balance);
    return balance;
  }

  async #refuseUnexplained(unexplained: number): Promise<void> {
    if (unexplained > 0) refuseUnexplained(unexplained, (await this.#dependencies.watch.lastComparison()).mayBeDrawn);
  }

  /** The limits over time windows. Those of the account are reduced by the unexplained decrease of the balance. */
  #windows(limits: readonly (BudgetLimit & Partial<EffectiveLimit>)[], unexplained = 0): LimitWindow[] {
    const { session } = this.#dependencies.options;
    return limits.flatMap(({ window, credits, label, source, owner, signIn }): LimitWindow[] => {
      if (window === 'call') return [];
      const left = source === 'caller' ? credits : credits - unexplained;
      return [{ window, credits: left, session, label, owner, signIn }];
    });
  }

  /**
   * Throws `InsufficientCredits` if the balance is too small, which the platform would answer with 402.
   * @param own credits that the call and its run hold themselves
   */
  async #coveredByBalance(needed: number, own: number): Promise<void> {
    const { held, inDoubt } = await this.total();
    // Credits in doubt are not subtracted: if they were drawn, the balance already reflects it.
    const others = held - inDoubt - own;
    for (const fresh of [false, true]) {
      const balance = await this.#dependencies.balance.now(fresh);
      if (balance === undefined || balance - others >= needed) return;
      if (fresh) throw insufficientCredits(needed, balance - others);
    }
  }

  async #refused(
    quote: Quote,
    estimate: number,
    refusal: Refused,
    { limits, unpriced }: EffectiveBudget,
    unexplained: number,
  ): Promise<unknown> {
    const { state, account, clock } = this.#dependencies;
    const { resetsAt } = windowSpan(refusal.limit.window, clock.now());
    const holding = refusal.passes ? await runsThatHold(state.runs, account.key) : [];
    return beyondLimit(quote, estimate, refusal, { limits, unpriced, unexplained, resetsAt, holding });
  }
}

const isRefused = (answer: { readonly kind: string }): answer is Refused => answer.kind === 'refused';

function unlessUnreachable(error: unknown): void {
  if (!hasCode(error, 'unreachable')) throw error;
}
