import type { Clock } from '../clock.ts';
import type { Entry, LimitWindow, Reserved, State, Usage } from '../state/state.ts';
import { BudgetRefused } from './errors/budget-refused.ts';
import { InsufficientCredits } from './errors/insufficient-credits.ts';
import type { Balance } from './balance.ts';
import type { LimitView } from './client.ts';
import type { Quote } from './reply.ts';
import { spanOf } from '../state/span-of.ts';
import type { BudgetLimit } from './budget-limit.ts';

export interface BudgetParts {
  readonly state: State;
  readonly account: string;
  readonly session: string;
  readonly clock: Clock;
  readonly limits: readonly BudgetLimit[];
  /** IANA name of the time zone in which days, weeks and months are cut. */
  readonly zone: string;
  /** Credits reserved where the platform states no bound. */
  readonly unpriced: number | undefined;
  readonly balance: Balance;
  /** Clears up what is in doubt, where that has not been tried lately. */
  readonly reconcile: () => Promise<void>;
}

export interface Intent {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly fingerprint: string;
  readonly quote: Quote;
  /** Balance the platform wants to see, where it is more than the price. */
  readonly gate: number;
  readonly again: boolean;
  /** Milliseconds after which the reservation lapses unless it has been dispatched. */
  readonly lapsesAfter: number;
}

/** The operator's limits over what is spent and held. Credits are whole numbers. */
export class Budget {
  readonly #parts: BudgetParts;

  constructor(parts: BudgetParts) {
    this.#parts = parts;
  }

  /**
   * Reserves the call's upper bound in every window at once, or joins an identical call that is alive.
   * Throws `BudgetRefused` or `InsufficientCredits`; then nothing is held.
   */
  async reserve({ operation, arguments: given, fingerprint, quote, gate, again, lapsesAfter }: Intent): Promise<Exclude<Reserved, { kind: 'refused' }>> {
    const { state, account, session, limits } = this.#parts;
    const estimate = await this.#bound(quote);
    const perCall = limits.find((limit) => limit.window === 'call' && estimate > limit.credits);
    if (perCall) throw this.#tooDearForOneCall(quote, estimate, perCall.credits);
    const request = {
      account,
      session,
      operation,
      arguments: given,
      fingerprint,
      estimate,
      basis: quote.basis,
      limits: this.#windows(),
      again,
      lapsesAfter,
    };
    let reserved = await state.reserve(request);
    if (reserved.kind === 'refused' && reserved.usage.inDoubt > 0) {
      await this.#parts.reconcile();
      reserved = await state.reserve(request);
    }
    if (reserved.kind === 'refused') throw this.#refused(quote, estimate, reserved);
    if (reserved.kind === 'reserved' && estimate > 0) await this.#coveredByBalance(reserved.entry, Math.max(estimate, gate));
    return reserved;
  }

  /** Each limit with what is spent, held and left now. */
  async limits(): Promise<LimitView[]> {
    const { state, account, limits, clock, zone } = this.#parts;
    const windows = this.#windows();
    const usage = await state.usage(account, windows);
    const calls = limits.filter(({ window }) => window === 'call');
    return [
      ...calls.map(({ credits }) => ({ limit: `${credits}/call`, spent: 0, reserved: 0, left: credits })),
      ...windows.map(({ window, credits }, index) => {
        const { spent, held } = usage[index] as Usage;
        const { resetsAt } = spanOf(window, clock.now(), zone);
        return {
          limit: `${credits}/${window}`,
          spent,
          reserved: held,
          left: Math.max(0, credits - spent - held),
          ...(resetsAt === undefined ? {} : { resets_at: new Date(resetsAt).toISOString() }),
        };
      }),
    ];
  }

  /** All that was ever charged and is held. */
  async total(): Promise<Usage> {
    const { state, account, session, zone } = this.#parts;
    const [total] = await state.usage(account, [{ window: 'total', session, zone }]);
    return total as Usage;
  }

  /** Whether any limit is set: without one, a price without a bound does no harm to the budget. */
  get isLimited(): boolean {
    return this.#parts.limits.length > 0;
  }

  /** An unbounded price can at worst take what the operator allows for it, or the whole balance. */
  async #bound(quote: Quote): Promise<number> {
    if (quote.credits !== null) return quote.credits;
    if (this.#parts.unpriced !== undefined) return this.#parts.unpriced;
    if (!this.isLimited) return 0;
    const balance = await this.#parts.balance.now(true);
    if (balance !== undefined) return balance;
    throw new BudgetRefused(`The price of ${quote.operation} has no bound (${quote.basis}), and the balance cannot be read.`, {
      passes: false,
      next: unpricedHint,
      facts: { operation: quote.operation },
    });
  }

  #windows(): LimitWindow[] {
    const { limits, session, zone } = this.#parts;
    return limits.flatMap(({ window, credits }) =>
      window === 'call' ? [] : [{ window, credits, session, zone }],
    );
  }

  /** The platform would answer 402: that is told before anything is sent, and the reservation given back. */
  async #coveredByBalance(entry: Entry, needed: number): Promise<void> {
    const { state } = this.#parts;
    try {
      const { held, inDoubt } = await this.total();
      // What is in doubt was drawn or was not: the balance knows, whichever it is.
      const others = held - inDoubt - entry.estimate;
      for (const fresh of [false, true]) {
        const balance = await this.#parts.balance.now(fresh);
        if (balance === undefined || balance - others >= needed) return;
        if (fresh) throw new InsufficientCredits(needed, balance - others);
      }
    } catch (error) {
      const reason = error instanceof InsufficientCredits ? 'the balance of the team is too small' : 'the balance of the team could not be read';
      await state.record(entry.id, { money: 'released', state: 'failed', error: reason }, ['starting']);
      throw error;
    }
  }

  /** Where all of the balance had to be reserved, a raised limit is not what is missing. */
  #wayOut(told: number | null, otherwise: string): string {
    return told === null && this.#parts.unpriced === undefined ? unpricedHint : otherwise;
  }

  #tooDearForOneCall({ operation, basis, credits }: Quote, estimate: number, allowed: number): BudgetRefused {
    return new BudgetRefused(`${operation} takes up to ${amount(estimate, credits)} (${basis}); the limit is ${allowed} a call.`, {
      passes: false,
      next: this.#wayOut(credits, `Choose something cheaper, or ask the operator to raise the limit ${allowed}/call.`),
      facts: { estimate, limit: `${allowed}/call`, left: allowed },
    });
  }

  #refused({ operation, basis, credits }: Quote, estimate: number, { limit, usage, passes }: Extract<Reserved, { kind: 'refused' }>): BudgetRefused {
    const name = `${limit.credits}/${limit.window}`;
    const left = Math.max(0, limit.credits - usage.spent - usage.held);
    const { resetsAt } = spanOf(limit.window, this.#parts.clock.now(), this.#parts.zone);
    const resets = resetsAt === undefined ? undefined : new Date(resetsAt).toISOString();
    const facts = { estimate, limit: name, spent: usage.spent, reserved: usage.held, left, ...(resets ? { resets_at: resets } : {}) };
    const doubt = usage.inDoubt > 0 ? ` (${usage.inDoubt} of them in doubt)` : '';
    const held = passes ? `, ${usage.held} held by calls under way${doubt}` : '';
    return new BudgetRefused(
      `${operation} takes up to ${amount(estimate, credits)} (${basis}); the limit ${name} has ${usage.spent} spent${held}, ${left} left.`,
      {
        passes,
        facts,
        next: passes
          ? 'Wait for the calls under way (job_list {}), then repeat this one.'
          : this.#wayOut(credits, `${resets ? `The limit starts anew at ${resets}; ` : ''}choose something cheaper, or ask the operator to raise ${name}.`),
      },
    );
  }
}

const unpricedHint = 'The operator can set VISIBILITY_UNPRICED: the credits to reserve for a call whose price has no stated bound.';

const amount = (estimate: number, told: number | null): string => (told === null ? `${estimate} credits at worst` : `${estimate} credits`);
