import PQueue from 'p-queue';
import { createHash } from 'node:crypto';
import { isVisibilityError, type Outcome } from '../client/errors/visibility-error.ts';
import type { RunNote } from '../client/runs/run-records.ts';
import { systemClock } from '../clock.ts';
import type { Engine } from './engine/engine.ts';
import { logLineChars, type ProgramEnd, type Turn } from './engine/messages.ts';
import { readTurn } from './engine/read-turn.ts';
import { authorizationEnded, claimLost, failureOf, malformedMessage, serverFailed, type Stopped } from './failure.ts';
import {
  isRead,
  openClaims,
  outcomeOfCall,
  type RunFailure,
  refusedCallOf,
  type RefusedCall,
  worseOutcome,
} from './outcome.ts';
import type { ExecutionParts } from './execution-parts.ts';
import { type LiveCall, malformedArguments, ProgramCalls, type Ready } from './program-calls.ts';
import { leaseLost, RunJournal } from './run-journal.ts';
import { keepLease, untilSilent } from './watch-run.ts';

/** Calls of one run that are carried out at once; further ones wait their turn. Pauses are not counted. */
const maxCallsAtOnce = 64;

/** How a run ended in this process. */
export type Ending =
  | { readonly kind: 'ended' }
  /** It may be resumed. */
  | { readonly kind: 'interrupted' }
  /** On replay it diverged; its record is unchanged. */
  | { readonly kind: 'diverged'; readonly failure: RunFailure };

/**
 * The execution of a run in one process. What a call changed or paid is recorded before the program gets it; what a read returned,
 * before anything leaves that may depend on it. What is on record is given again in the same order, and the program, whose clock
 * and random numbers repeat, takes the same way to where it was.
 */
export class Execution {
  readonly #parts: ExecutionParts;
  readonly #calls: ProgramCalls;
  readonly #ended = Promise.withResolvers<Ending>();
  readonly ending = this.#ended.promise;
  /** Aborted when the run ends in this process, however it ends. */
  readonly #stop = new AbortController();
  readonly #journal: RunJournal;
  readonly #ready: Ready[] = [];
  readonly #queue = new PQueue({ concurrency: maxCallsAtOnce });
  #engine: Engine | undefined;
  /** Calls that the program has asked for. */
  #asked = 0;
  #argumentChars = 0;
  #logChars = 0;
  readonly #underWay = new Set<LiveCall>();
  /** What the answered calls did, together. */
  #outcome: Outcome = 'not_sent';
  /** Refused calls, by the message of the refusal. */
  readonly #refused = new Map<string, RefusedCall>();
  /** Characters of JSON that its calls returned. */
  #dataChars = 0;
  /** Messages to the engine that it has not answered. */
  #turnsDue = 0;
  #isFirstTurn = true;
  #isRecording = false;
  #programEnd: ProgramEnd | Stopped | undefined;
  /** Steady milliseconds at which the engine got something to compute. */
  #computesSince = 0;
  /** What the calls under way report, by number of the call. */
  readonly #activities = new Map<number, string>();
  /** Calls that are answered, in this process or on record: also the place of the next outcome. */
  #done = 0;
  #charged: number;

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
    this.#charged = parts.run.charged;
    for (const { name, outcome } of parts.calls) {
      if (!outcome) continue;
      this.#dataChars += outcome.json.length;
      this.#count(name, outcome);
    }
    this.#journal = new RunJournal({
      record: (notes) => this.#note(notes),
      signal: this.#stop.signal,
      onLog: () => this.#tell(),
      onError: (error) => this.#fail(error),
    });
    this.#calls = new ProgramCalls({
      ...parts,
      journal: this.#journal,
      signal: this.#stop.signal,
      onActivity: (n, activity) => {
        this.#activities.set(n, activity);
        this.#tell(activity);
      },
    });
  }

  /** What the program has logged, as far as it depends on nothing but what is on record. */
  get log(): readonly string[] {
    return this.#journal.log;
  }

  /** Starts the program; `ending` resolves with how it ended. */
  begin(): void {
    void this.#execute().catch((error: unknown) => this.#fail(error));
  }

  /** Stops the run in this process, to be resumed. */
  async interrupt(): Promise<void> {
    this.#interrupt();
    await this.ending;
  }

  /** Ends the run for good: its caller may not be acted for any more. */
  endAuthorization(): void {
    this.#finish(authorizationEnded);
  }

  async #execute(): Promise<void> {
    const { run, calls, engines, limits } = this.#parts;
    this.#engine = await engines.open({
      onMessage: (message) => {
        try {
          this.#receive(message);
        } catch (error) {
          this.#fail(error);
        }
      },
      onDeath: (error) => this.#engineDied(error),
    });
    if (this.#stop.signal.aborted) return void (await this.#engine.stop());
    void keepLease(this.#parts, this.#stop.signal).then(
      (end) => (end === 'lost' ? this.#interrupt() : this.endAuthorization()),
      (error: unknown) => this.#fail(error),
    );
    if (await this.#hasLostClaim()) return this.#finish(claimLost);
    const { signal } = this.#stop;
    void this.#parts.clock
      .sleep(limits.wall * 1000, signal)
      .then(() => this.#finish({ kind: 'limit', limit: 'wall' }), ignore);
    const computesSince = () => (!this.#programEnd && this.#turnsDue > 0 ? this.#computesSince : undefined);
    void untilSilent(this.#parts, computesSince, signal).then(
      () => this.#finish({ kind: 'limit', limit: 'compute' }),
      ignore,
    );
    const replay = calls
      .flatMap(({ n, outcome }) => (outcome ? [{ n, ...outcome }] : []))
      .toSorted((a, b) => a.place - b.place);
    this.#expectTurn();
    this.#engine.start({
      code: run.code,
      input: run.input,
      seed: createHash('sha256').update(run.id).digest().readUInt32BE(0),
      now: run.createdAt,
      isDry: this.#parts.isDry,
      limits,
      replay,
    });
  }

  /** Looked at once the run is leased: from then on nobody takes a claim of it. */
  async #hasLostClaim(): Promise<boolean> {
    for (const claim of openClaims(this.#parts.calls)) if (!(await this.#parts.isHeld(claim))) return true;
    return false;
  }

  /** The thread's own memory is bounded too. Anything else is a defect, which ends the run. */
  #engineDied(error: unknown): void {
    if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return this.#finish({ kind: 'limit', limit: 'memory' });
    this.#parts.onDefect(error);
    this.#finish({ kind: 'threw', error: { name: 'Error', message: 'the engine failed; the log has the details' } });
  }

  /** Nothing in a message is taken for granted: a program that has broken out of its engine could send any. */
  #receive(message: unknown): void {
    const turn = readTurn(message, this.#parts.limits);
    // One turn for each message to the engine, and calls numbered as they come.
    const isExpected = turn && this.#turnsDue > 0 && turn.asks.every(({ n }, at) => n === this.#asked + at);
    if (isExpected) return this.#take(turn);
    this.#parts.onDefect(new Error(`malformed message from the engine of ${this.#parts.run.id}`));
    this.#finish(malformedMessage);
  }

  #take(turn: Turn): void {
    this.#turnsDue--;
    const { calls: maxCalls, arguments: argumentsKb, log: logKb } = this.#parts.limits;
    for (const line of turn.log) this.#logChars += line.length + logLineChars;
    if (this.#logChars > logKb * 1024) return this.#finish({ kind: 'limit', limit: 'log' });
    for (const { args } of turn.asks) this.#argumentChars += args.length;
    if (this.#argumentChars > argumentsKb * 1024) return this.#finish({ kind: 'limit', limit: 'arguments' });
    this.#journal.addLines(turn.log);
    if (turn.unclaimed !== undefined && this.#isFirstTurn) return this.#diverge(this.#done - turn.unclaimed);
    const calls = turn.asks.map((ask) => this.#calls.live(ask));
    const diverging = calls.find(({ earlier, request }) => earlier && earlier.request !== request);
    if (diverging) return this.#diverge(diverging.n);
    this.#asked += calls.length;
    if (this.#isFirstTurn && this.#calls.highestRecorded >= this.#asked) return this.#diverge(this.#asked);
    this.#isFirstTurn = false;
    if (this.#asked > maxCalls) return this.#finish({ kind: 'limit', limit: 'calls' });
    if (turn.end?.kind === 'limit') return this.#finish(turn.end);
    for (const call of calls) if (!call.earlier?.outcome) this.#carryOut(call);
    if (turn.end) return this.#finish(turn.end);
    if (this.#underWay.size === 0 && this.#turnsDue === 0) this.#finish(stuck);
    this.#tell();
  }

  #carryOut(call: LiveCall): void {
    this.#underWay.add(call);
    const isPause = call.name === 'sleep' || call.name === 'once.begin';
    const outcome = isPause ? this.#calls.outcomeOf(call) : this.#queue.add(() => this.#calls.outcomeOf(call));
    void outcome.then(
      (ready) => {
        this.#activities.delete(call.n);
        if (this.#stop.signal.aborted) return;
        this.#ready.push(ready);
        void this.#record().catch((error: unknown) => this.#fail(error));
      },
      (error: unknown) => this.#fail(error),
    );
  }

  /** Passes all that is ready to the program. What cannot be asked for again is recorded first, in one commit. */
  async #record(): Promise<void> {
    if (this.#isRecording) return;
    this.#isRecording = true;
    try {
      while (this.#ready.length > 0 && !this.#stop.signal.aborted) {
        if (this.#exceedsData()) return this.#finish({ kind: 'limit', limit: 'data' });
        const batch = this.#ready.splice(0).map((ready, at) => ({
          ...ready,
          outcome: { place: this.#done + at, ok: ready.ok, json: ready.json, at: this.#parts.clock.now() },
        }));
        const notes = batch.map(({ call: { n, name, request }, outcome }) => ({
          n,
          name,
          request,
          outcome,
          isRead: isRead(name),
        }));
        // A result that counts as delivered is not there to be asked for again.
        const isRepeatable = batch.every(({ call }) => isRead(call.name) && call.pendingAcknowledgements.length === 0);
        await (isRepeatable ? this.#journal.add(notes) : this.#journal.write(notes));
        if (batch.some(({ charged }) => charged > 0)) await this.#readCharged();
        for (const { call, outcome } of batch) {
          this.#underWay.delete(call);
          this.#count(call.name, outcome, call.args);
          for (const end of call.pendingAcknowledgements) void end(true);
        }
        if (this.#programEnd) continue;
        this.#expectTurn();
        this.#engine?.deliver(batch.map(({ call, outcome: { ok, json, at } }) => ({ n: call.n, ok, json, at })));
      }
    } finally {
      this.#isRecording = false;
    }
    if (this.#programEnd && this.#underWay.size === 0) await this.#close(this.#programEnd);
    else this.#tell();
  }

  async #readCharged(): Promise<void> {
    const { records, run } = this.#parts;
    this.#charged = (await records.find(run.id))?.charged ?? this.#charged;
  }

  #exceedsData(): boolean {
    this.#dataChars += this.#ready.reduce((sum, { json }) => sum + json.length, 0);
    return this.#dataChars > this.#parts.limits.data * 1024 * 1024;
  }

  async #note(notes: readonly RunNote[]): Promise<void> {
    const { records, run, lease } = this.#parts;
    if (!(await records.note(run.id, lease, notes))) throw leaseLost;
  }

  /**
   * The program is over. Calls that it did not await are still made if it returned, and dropped otherwise, or when something
   * else ends the run meanwhile.
   */
  #finish(end: ProgramEnd | Stopped): void {
    this.#programEnd = end;
    void this.#engine?.stop();
    if (end.kind === 'returned' && this.#underWay.size > 0) return;
    void this.#close(end);
  }

  /** Records how the program ended. Never rejects. */
  async #close(end: ProgramEnd | Stopped): Promise<void> {
    if (this.#stop.signal.aborted) return;
    // No further request leaves. The calls whose requests have left await their answers themselves.
    this.#stop.abort();
    try {
      await this.#journal.flush();
      this.#tell();
      await this.#putEndOnRecord(end);
    } catch (error) {
      if (!isDefect(error)) return this.#leave({ kind: 'interrupted' });
      this.#parts.onDefect(error);
      // What the store refused may have been the result itself.
      try {
        await this.#putEndOnRecord(serverFailed);
      } catch {
        return this.#leave({ kind: 'interrupted' });
      }
    }
    this.#ended.resolve({ kind: 'ended' });
  }

  async #putEndOnRecord(end: ProgramEnd | Stopped): Promise<void> {
    const { records, run, lease, limits } = this.#parts;
    const failure = await failureOf(end, limits, this.#outcomeOfAll(), {
      code: run.code,
      refused: (message) => this.#refused.get(message),
    });
    const ended =
      end.kind === 'returned' && !failure
        ? ({ state: 'completed', result: end.json, exitCode: end.exit } as const)
        : ({ state: 'failed', error: JSON.stringify(failure) } as const);
    if (!(await records.end(run.id, lease.owner, { ...ended, log: this.log }))) throw leaseLost;
  }

  /** Counts an answered call, and notes what it did. */
  #count(...[name, outcome, args]: Parameters<typeof refusedCallOf>): void {
    this.#done++;
    this.#outcome = worseOutcome(this.#outcome, outcomeOfCall(name, outcome));
    const refused = refusedCallOf(name, outcome, args);
    if (refused) this.#refused.set(...refused);
  }

  #outcomeOfAll(): Outcome {
    return [...this.#underWay].map(({ name }) => outcomeOfCall(name)).reduce(worseOutcome, this.#outcome);
  }

  #diverge(n: number): void {
    this.#leave({
      kind: 'diverged',
      failure: {
        code: 'run_diverged',
        message: `On replay the program took another way than on record, at its call ${n + 1}. Nothing further was carried out.`,
        next: 'Start it as a new run; what it did is on record under this one.',
      },
    });
  }

  /** Stops the run in this process: another one may continue it. */
  #interrupt(): void {
    if (!this.#stop.signal.aborted) this.#leave({ kind: 'interrupted' });
  }

  /**
   * Something failed behind the program's back. Without its lease or the store, the run is left to others. Anything else is a
   * defect, which every further attempt would meet: the run ends.
   */
  #fail(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    if (error === malformedArguments) return this.#finish(malformedMessage);
    if (error !== leaseLost) this.#parts.onDefect(error);
    if (isDefect(error)) this.#finish(serverFailed);
    else this.#interrupt();
  }

  #leave(ending: Ending): void {
    this.#stop.abort();
    const { records, run, lease } = this.#parts;
    // Another process may hold the run by now: then nothing is recorded, nor released.
    const recorded = this.#journal.flush().catch(() => undefined);
    void Promise.allSettled([this.#engine?.stop(), recorded.then(() => records.release(run.id, lease.owner))]).then(
      () => this.#ended.resolve(ending),
    );
  }

  /** The engine has something to compute. */
  #expectTurn(): void {
    if (this.#turnsDue++ === 0) this.#computesSince = systemClock.steady();
  }

  #tell(about?: string): void {
    const { run, onProgress } = this.#parts;
    const credits = run.maxCredits > 0 ? `, ${this.#charged} of ${run.maxCredits} credits` : '';
    onProgress({
      done: this.#done,
      underWay: this.#underWay.size,
      charged: this.#charged,
      message: `${this.#done} calls${credits}${about === undefined ? '' : `; ${about}`}`,
      activities: [...this.#activities.values()],
    });
  }
}

/** An unreachable store is a refusal. */
const isDefect = (error: unknown): boolean => error !== leaseLost && !isVisibilityError(error);

const stuck: ProgramEnd = {
  kind: 'threw',
  error: { name: 'Error', message: 'the program waits for something that will never come: a promise nobody settles' },
};

const ignore = (): void => undefined;
