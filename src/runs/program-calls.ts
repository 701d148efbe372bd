import { createHash } from 'node:crypto';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { AcknowledgeDelivery, CallTrace } from '../client/call/reply.ts';
import { isVisibilityError, VisibilityError } from '../client/errors/visibility-error.ts';
import type { CallNote, RunCall } from '../client/runs/run-records.ts';
import type { EngineCall } from './engine/messages.ts';
import type { ExecutionParts } from './execution-parts.ts';
import { isRead, jsonOfError, jsonOfValue, senderEnded } from './outcome.ts';
import { parseProgramJson, programJsonInWords } from './program-json.ts';
import { leaseLost, type RunJournal } from './run-journal.ts';
import { WorkflowSteps } from './workflow-steps.ts';

/** A call that a program asks for. */
export interface LiveCall {
  readonly n: number;
  readonly name: string;
  /** JSON, not parsed before the call is carried out. */
  readonly args: string;
  readonly request: string;
  /** Its record by an earlier process. */
  readonly earlier: RunCall | undefined;
  readonly pendingAcknowledgements: AcknowledgeDelivery[];
}

/** A call with its outcome, which the program has not got yet. */
export interface Ready {
  readonly call: LiveCall;
  readonly ok: boolean;
  readonly json: string;
  readonly charged: number;
}

interface ProgramCallsParts extends Pick<ExecutionParts, 'run' | 'calls' | 'steps' | 'perform' | 'clock' | 'onDefect'> {
  readonly journal: RunJournal;
  /** Aborted when the run ends in this process. */
  readonly signal: AbortSignal;
  /** Called with what a call under way reports, in one line. */
  readonly onActivity: (n: number, activity: string) => void;
}

/** Carries out the calls of a program, each with what an earlier process has on record of it. */
export class ProgramCalls {
  readonly #parts: ProgramCallsParts;
  readonly #recorded: ReadonlyMap<number, RunCall>;
  readonly #signal: AbortSignal;
  /** Ends with the last large arguments that were to be parsed. */
  #parsing: Promise<void> = Promise.resolve();

  constructor(parts: ProgramCallsParts) {
    this.#parts = parts;
    this.#signal = parts.signal;
    this.#recorded = new Map(parts.calls.map((call) => [call.n, call]));
  }

  /** The highest number of a call on record; -1 without any. */
  get highestRecorded(): number {
    return [...this.#recorded.keys()].reduce((highest, n) => Math.max(highest, n), -1);
  }

  live({ n, name, args }: EngineCall): LiveCall {
    return {
      n,
      // Names of operations are shorter and have no other characters, some of which a store refuses.
      name: name.slice(0, maxNameLength).replace(/[^\w.]/g, '?'),
      args,
      request: createHash('sha256').update(`${name}\n${args}`).digest('hex').slice(0, 32),
      earlier: this.#recorded.get(n),
      pendingAcknowledgements: [],
    };
  }

  /** Rejects where nothing is known of it, since this process stops, and where the run cannot go on. */
  async outcomeOf(call: LiveCall): Promise<Ready> {
    try {
      const value = await this.#value(call);
      return { call, ok: true, json: jsonOfValue(value), charged: chargedBy(value) };
    } catch (error) {
      if (this.#signal.aborted || error === leaseLost || error === malformedArguments) throw error;
      if (!isVisibilityError(error)) this.#parts.onDefect(error);
      return { call, ok: false, json: jsonOfError(error), charged: 0 };
    }
  }

  async #value({ n, name, args: json, request, earlier, pendingAcknowledgements }: LiveCall): Promise<unknown> {
    const { perform, clock, run } = this.#parts;
    const signal = this.#signal;
    signal.throwIfAborted();
    const args = await this.#argumentsIn(json, name);
    if (name === 'sleep') return void (await clock.sleep(pauseMs(args[0]), signal, { moves: true }));
    if (earlier?.mayHaveLeft && earlier.entry === null) throw senderEnded(name);
    // What it was asked with may follow from anything that the program got before.
    if (!isRead(name)) await this.#parts.journal.flush();
    const note = (change: Partial<CallNote>): Promise<void> =>
      this.#parts.journal.write([{ n, name, request, ...change }]);
    const trace: CallTrace = {
      entry: earlier?.entry ?? undefined,
      recorded: (entry) => note({ entry }),
      beforeAttempt: () => note({ mayHaveLeft: true }),
      onNotAccepted: () => note({ mayHaveLeft: false }),
    };
    return perform(name, args, {
      signal,
      trace,
      deferAcknowledgement: async (end) => void pendingAcknowledgements.push(end),
      steps: name.startsWith('workflows.') ? this.#stepsOf(n) : undefined,
      claim: { holder: `${run.id} ${n}`, run: run.id },
      onProgress: ({ operation: what, percent, message }) =>
        this.#parts.onActivity(n, `${what}: ${Math.round(percent)} %, ${message}`),
    });
  }

  /** Large arguments are parsed one after the other, each in a turn of the event loop: others have theirs between them. */
  async #argumentsIn(json: string, name: string): Promise<readonly unknown[]> {
    if (json.length > smallArguments) await (this.#parsing = this.#parsing.then(() => turnOfEventLoop()));
    const parsed = await parseProgramJson(json);
    if (parsed === 'beyond')
      throw new VisibilityError('invalid_arguments', `platform.${name} was given more than ${programJsonInWords}.`, {
        outcome: 'not_sent',
        next: 'Give fewer or smaller arguments, in several calls if need be.',
      });
    if (parsed === 'malformed' || !Array.isArray(parsed.value)) throw malformedArguments;
    return parsed.value;
  }

  #stepsOf(n: number): WorkflowSteps {
    const recorded = this.#parts.steps.filter((step) => step.n === n);
    return new WorkflowSteps({ n, recorded, journal: this.#parts.journal, signal: this.#signal });
  }
}

const maxNameLength = 100;

/** Characters of arguments that are parsed without waiting for a turn of the event loop. */
const smallArguments = 16 * 1024;

/** Milliseconds of the longest pause. */
const maxPauseMs = 86_400_000;

const pauseMs = (given: unknown): number => Math.max(0, Math.min(Number(given) || 0, maxPauseMs));

/** The arguments of a call are no list of JSON. */
export const malformedArguments = new Error('malformed arguments');

function chargedBy(value: unknown): number {
  const credits = (value as { credits?: { charged?: unknown } | undefined } | null)?.credits;
  return typeof credits?.charged === 'number' ? credits.charged : 0;
}
