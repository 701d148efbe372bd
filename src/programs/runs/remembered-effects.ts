import { createHash } from 'node:crypto';
import type { AcknowledgeDelivery, CallTrace, EffectCall, Reply, SendOptions } from '../../client/index.ts';
import type { EffectOutcome, RunEffect } from '../../state/index.ts';
import { canonicalJson } from '../../base/json/canonical-json.ts';
import type { ProgramEffects } from '../platform/perform.ts';
import { jsonOfError } from './program-json.ts';
import { type ErrorCode, type ErrorDetails, isVisibilityError, VisibilityError } from '../../client/errors.ts';

export interface RememberedEffectsParts {
  /** The recorded effects of earlier attempts of the run. */
  readonly recorded: readonly RunEffect[];
  /** Records the known outcome of an effect. Rejects if the run now belongs to another process. */
  readonly note: (effect: RunEffect, isDelivered: boolean) => Promise<void>;
  /** Deletes the record of an effect that did not take place. Rejects as `note` does. */
  readonly forget: (effect: string) => Promise<void>;
  /** Ends the run in this process, since the effects of its program cannot be recorded. */
  readonly fail: (error: unknown) => void;
}

/**
 * The effects of a run. An effect is identified by its operation, its arguments, and the number of equal ones before it in
 * this attempt. Its outcome is recorded before the program gets it; if a later attempt makes the call again, it is answered
 * from the record, and nothing is sent. A paid call that was in flight when its process died continues from its entry in the
 * ledger; a write that is not idempotent ends as `outcome_unknown`. A refusal that may pass is not recorded, and does not
 * count.
 */
export class RememberedEffects implements ProgramEffects {
  readonly #parts: RememberedEffectsParts;
  readonly #recorded: Map<string, RunEffect>;
  /** The numbers used in this attempt, by operation and arguments. */
  readonly #taken = new Map<string, Set<number>>();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: RememberedEffectsParts) {
    this.#parts = parts;
    this.#recorded = new Map(parts.recorded.map((one) => [one.effect, one]));
  }

  async call(
    { operation, fingerprint, options }: EffectCall,
    send: (options: SendOptions) => Promise<Reply>,
  ): Promise<Reply> {
    return this.#perform(operation.name, fingerprint, async (effect, earlier) => {
      if (earlier?.mayHaveLeft) throw senderEnded(operation.name);
      const deliveries: AcknowledgeDelivery[] = [];
      let known: RunEffect = { effect, entry: earlier?.entry ?? null, mayHaveLeft: false, outcome: null };
      const note = (change: Partial<RunEffect>): Promise<void> => this.#note((known = { ...known, ...change }));
      const trace: CallTrace = {
        entry: known.entry ?? undefined,
        recorded: (entry) => note({ entry }),
        beforeAttempt: () => note({ mayHaveLeft: true }),
        onNotAccepted: () => note({ mayHaveLeft: false }),
      };
      const reply = await send({ trace, deferAcknowledgement: async (end) => void deliveries.push(end) });
      // A running job is looked up again by its entry.
      if (reply.job?.state === 'running' || reply.job?.state === 'starting') return reply;
      const outcome = { ok: true, json: JSON.stringify({ ...reply, raw: undefined }) };
      await this.#record({ ...known, mayHaveLeft: false, outcome }, true);
      const acknowledge = options.deferAcknowledgement ?? ((end: AcknowledgeDelivery) => end(true));
      for (const end of deliveries) await acknowledge(end);
      return reply;
    });
  }

  async local<T>(name: string, args: readonly unknown[], work: () => Promise<T>): Promise<T> {
    const request = createHash('sha256').update(canonicalJson(args)).digest('hex');
    return this.#perform(name, request, async (effect) => {
      const value = await work();
      const outcome = { ok: true, json: JSON.stringify(value ?? null) };
      await this.#record({ effect, entry: null, mayHaveLeft: false, outcome }, false);
      return value;
    });
  }

  /** Resolves when the outcomes of all effects in progress are recorded. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  async #perform<T>(
    name: string,
    request: string,
    make: (effect: string, earlier: RunEffect | undefined) => Promise<T>,
  ): Promise<T> {
    const { effect, giveBack } = this.#take(`${name} ${request.slice(0, 32)}`);
    const earlier = this.#recorded.get(effect);
    if (earlier?.outcome) return valueOf<T>(earlier.outcome);
    const made = make(effect, earlier).catch(async (error: unknown) => {
      if (!isVisibilityError(error) || error.outcome === 'unknown') throw error;
      if (isLasting(error)) {
        const entry = this.#recorded.get(effect)?.entry ?? null;
        await this.#record(
          { effect, entry, mayHaveLeft: false, outcome: { ok: false, json: jsonOfError(error) } },
          false,
        );
      } else {
        if (this.#recorded.delete(effect)) await this.#orFail(() => this.#parts.forget(effect));
        giveBack();
      }
      throw error;
    });
    this.#underWay.add(made);
    try {
      return await made;
    } finally {
      this.#underWay.delete(made);
    }
  }

  /** Takes the lowest free number: equal calls made at the same time are interchangeable. */
  #take(what: string): { readonly effect: string; readonly giveBack: () => void } {
    const taken = this.#taken.get(what) ?? new Set();
    this.#taken.set(what, taken);
    let n = 0;
    while (taken.has(n)) n++;
    taken.add(n);
    return { effect: `${what} ${n}`, giveBack: () => void taken.delete(n) };
  }

  async #note(effect: RunEffect, isDelivered = false): Promise<void> {
    this.#recorded.set(effect.effect, effect);
    await this.#parts.note(effect, isDelivered);
  }

  /** Records an outcome. The program must not get it before it is recorded. */
  #record(effect: RunEffect, isDelivered: boolean): Promise<void> {
    return this.#orFail(() => this.#note(effect, isDelivered));
  }

  async #orFail(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#parts.fail(error);
      throw error;
    }
  }
}

/** The outcome of a call whose process ended after the request was sent and before the answer was recorded. */
const senderEnded = (name: string): VisibilityError =>
  new VisibilityError(
    'outcome_unknown',
    `${name} may have arrived: the process that sent it ended before the answer came.`,
    { next: 'Check whether its effect is there before repeating it.' },
  );

/** Whether a refusal is about the call itself. Others are temporary: no token, credits or slot, or the platform is down. */
const isLasting = ({ outcome, code, status = 0 }: VisibilityError): boolean =>
  outcome === 'rejected' && code !== 'unreadable' && ![401, 402, 429].includes(status) && status < 500;

function valueOf<T>({ ok, json }: EffectOutcome): T {
  if (ok) return JSON.parse(json) as T;
  const { name, message, code, ...details } = JSON.parse(json) as ErrorDetails & {
    readonly name: string;
    readonly message: string;
    readonly code: ErrorCode;
  };
  throw Object.assign(new VisibilityError(code, message, details), { name });
}
