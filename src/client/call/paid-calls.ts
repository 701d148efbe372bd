import type { AuditTrail } from '../../state/audit-trail.ts';
import type { Entry } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';
import { StateUnavailable } from '../../state/state-unavailable.ts';
import type { OpenAccount } from '../account/open-account.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import type { BudgetLimit } from '../../budget-limit.ts';
import type { Budget } from '../money/budget.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { type CallOutcomes, isUnsent } from './call-outcomes.ts';
import { fingerprint } from './fingerprint.ts';
import { expiresAfterMs, type PaidCallDispatcher } from './paid-call-dispatcher.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { EntryRecorder } from './entry-recorder.ts';
import type { CallOptions, Quote, Reply } from './reply.ts';
import { reportWait } from './report-wait.ts';

export interface PaidCallsDependencies {
  /** The caller's own view of the ledger: only its calls are joined. */
  readonly ledger: Pick<Ledger, 'find' | 'findInFlightDuplicate' | 'abandon'>;
  readonly audit: Pick<AuditTrail, 'recordRefusal'>;
  readonly account: OpenAccount;
  readonly acknowledgements: Acknowledgements;
  readonly recorder: EntryRecorder;
  readonly budget: Budget;
  readonly quote: (call: PreparedCall) => Promise<Quote>;
  readonly dispatcher: PaidCallDispatcher;
  readonly outcomes: CallOutcomes;
  /** Thresholds for the credits spent since a person last agreed to a price. Beyond one, the next call asks. */
  readonly consentThresholds: readonly BudgetLimit[];
}

/** A call on record. */
interface Recorded {
  readonly entry: Entry;
  /** An earlier identical call started it. */
  readonly joined: boolean;
  /** Settles when this process has recorded the outcome of the start. */
  readonly started?: Promise<unknown> | undefined;
}

/** How many starts of other callers a call joins in turn, if each is released before it was sent. */
const maxJoins = 3;

/** Error codes of refusals that the audit trail has a line for. */
const auditedRefusals: ReadonlySet<string> = new Set([
  'confirmation_required',
  'budget_exceeded',
  'budget_in_flight',
  'insufficient_credits',
]);

/** Calls that may draw credits or start a job: each is on record before it is sent, and paid once. */
export class PaidCalls {
  readonly #dependencies: PaidCallsDependencies;

  constructor(dependencies: PaidCallsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The order of a paid call: join an identical one, or price, consent, reserve and dispatch; then wait for the outcome. */
  async call(call: PreparedCall): Promise<Reply> {
    const { account, acknowledgements, recorder, outcomes } = this.#dependencies;
    const { options, deadline } = call;
    const key = await account.toWrite(options.signal);
    await acknowledgements.settled();
    await recorder.retry();
    for (let joinsLeft = maxJoins; ; joinsLeft--) {
      const recorded =
        (await this.#findEarlier(key, options)) ??
        (await this.#findDuplicate(key, call)) ??
        (await this.#start(key, call));
      try {
        return await outcomes.wait(recorded.entry.id, options, deadline, recorded.joined);
      } catch (error) {
        options.signal?.throwIfAborted();
        if (error instanceof StateUnavailable) throw await withoutStore(recorded, error);
        if (joinsLeft <= 1 || !(await this.#wasReleased(key, recorded))) throw error;
      }
    }
  }

  /** The entry that a process which has ended left for this call. Undefined where nothing of it was sent. */
  async #findEarlier(account: string, { trace, run }: CallOptions): Promise<Recorded | undefined> {
    if (trace?.entry === undefined) return undefined;
    const { ledger } = this.#dependencies;
    const entry = await ledger.find(account, trace.entry);
    if (!entry || isUnsent(entry)) return undefined;
    if (entry.money === 'reserved' && (await ledger.abandon(entry.id))) return undefined;
    // The process that has ended may have joined the call of another run.
    return { entry, joined: entry.run !== (run ?? null) };
  }

  async #findDuplicate(account: string, { request, options }: PreparedCall): Promise<Recorded | undefined> {
    if (options.again) return undefined;
    const entry = await this.#dependencies.ledger.findInFlightDuplicate(account, fingerprint(request));
    if (entry) await options.trace?.recorded(entry.id);
    return entry && { entry, joined: true };
  }

  /** Whether another caller's start was released before it was sent: this caller still wants the call. */
  async #wasReleased(account: string, { entry, joined }: Recorded): Promise<boolean> {
    if (!joined) return false;
    const now = await this.#dependencies.ledger.find(account, entry.id);
    return now !== undefined && isUnsent(now);
  }

  /** Reserves and dispatches. A refusal for money's sake is recorded in the audit trail. */
  async #start(account: string, call: PreparedCall): Promise<Recorded> {
    try {
      return await this.#reserveAndDispatch(call);
    } catch (error) {
      if (isVisibilityError(error) && auditedRefusals.has(error.code)) {
        const { facts, code: reason } = error;
        const estimated = [facts?.['estimate'], facts?.['credits'], facts?.['required']].find(
          (one) => typeof one === 'number',
        );
        const { caller } = call.options;
        // The refusal matters more than its line.
        await this.#dependencies.audit
          .recordRefusal(account, { operation: call.operation.name, reason, caller, estimated })
          .catch(() => undefined);
      }
      throw error;
    }
  }

  async #reserveAndDispatch(call: PreparedCall): Promise<Recorded> {
    const { operation, input, request, options, deadline } = call;
    const { entry, kind } = await this.#reserve(call, await this.#dependencies.quote(call));
    try {
      await options.trace?.recorded(entry.id);
    } catch (error) {
      const released = { money: 'released', state: 'failed', error: 'its caller gave it up' } as const;
      if (kind === 'reserved') await this.#dependencies.recorder.record(entry.id, released);
      throw error;
    }
    if (kind === 'joined') return { entry, joined: true };
    const started = this.#dependencies.dispatcher.begin(entry, {
      operation,
      input,
      request,
      slotWaitMs: deadline.waitMs,
      signal: options.signal,
      onWait: reportWait(options),
      beforeLeaving: options.beforeLeaving,
    });
    return { entry, joined: false, started };
  }

  /** Asks for consent to the price and reserves it; asks a person where the sum since one last agreed is too high. */
  async #reserve(
    { operation, input, request, options, deadline }: PreparedCall,
    quote: Quote,
  ): Promise<{ readonly kind: 'reserved' | 'joined'; readonly entry: Entry }> {
    const { budget, consentThresholds } = this.#dependencies;
    const consent = await options.consent?.(quote);
    const intent = {
      operation: operation.name,
      arguments: input,
      fingerprint: fingerprint(request),
      quote,
      gate: 'gate' in operation.price ? (operation.price.gate ?? 0) : 0,
      again: options.again ?? false,
      expiresAfterMs: expiresAfterMs(deadline.waitMs),
      // A caller that waits for no outcome waits for its turn all the same: calls on their way are soon answered.
      waitMs: deadline.leftToAnswer(),
      signal: options.signal,
      caller: options.caller,
      consent: consent ?? undefined,
      // A run was asked about as a whole.
      consentThresholds: consent === 'not_needed' && options.run === undefined ? consentThresholds : [],
      run: options.run,
    };
    const first = await budget.reserve(intent);
    if (first.kind !== 'needs_person') return first;
    const exceeded = { limit: `${first.limit.credits}/${first.limit.window}`, spent: first.spent };
    const agreed = await options.consent?.(quote, exceeded);
    const second = await budget.reserve({ ...intent, consent: agreed ?? undefined, consentThresholds: [] });
    if (second.kind === 'needs_person') throw new Error('a call that a person agreed to needs no further consent');
    return second;
  }
}

/** The store failed while the caller waited: it gets the outcome of the start, as far as it is known. */
async function withoutStore(
  { entry: { id, operation }, started }: Recorded,
  { message }: StateUnavailable,
): Promise<unknown> {
  const failure: unknown = await started?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (
    failure ??
    new OutcomeUnknown(
      `${operation} goes on, and the state store cannot be used now: ${message}.`,
      `job_wait {"job_id": "${id}"} when it can be; do not start another.`,
    )
  );
}
