import type { Run } from '../../state/index.ts';
import type { Clock } from '../../base/index.ts';
import { once, type Once } from '../../base/once.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** A run in the queue. */
export interface QueuedRun<Owner> {
  /** Its id in the queue. */
  readonly id: string;
  readonly run: string;
  /** What a server needs to continue the run for its caller. Stored unencrypted, so it holds no secret. */
  readonly owner: Owner;
  /** Milliseconds since the epoch. */
  readonly addedAt: number;
}

/** Runs that several servers watch: each is given to one of them at a time, repeatedly until it has ended. */
export interface RunQueue<Owner> {
  add(run: string, owner: Owner): Promise<void>;
  /** Takes the runs whose next check is due. */
  due(): Promise<readonly QueuedRun<Owner>[]>;
  /** Removes a run that has ended. */
  done(id: string): Promise<void>;
  /** Puts a run back; its next check is due in some seconds. */
  later(id: string): Promise<void>;
  close(): Promise<void>;
}

/** The outcome of an attempt to continue a run. */
export type RunAttempt =
  /** The run has ended, or can never be continued. */
  | 'over'
  /** The run is not on record, or not yet. */
  | 'unknown'
  /** The run is running, or this server cannot continue it. */
  | 'later';

export interface RunFailoverParts<Owner> {
  /** Opens the queue. A failure is reported, and opening is tried again. */
  readonly open: () => Promise<RunQueue<Owner>>;
  readonly standing: (run: string) => Promise<Pick<Run, 'state' | 'isLeased'> | undefined>;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Continues a run whose process has died or released it. */
export type TakeOver<Owner> = (run: string, owner: Owner) => Promise<RunAttempt>;

/** Milliseconds between two reads of the queue, and until an unreachable queue is tried again. */
const pollMs = 2_500;
const reopenMs = 15_000;

/** Milliseconds after which a queued run that is not on record counts as refused, or as never begun because its process died. */
const beginsWithinMs = 10 * 60_000;

/** Milliseconds until a run whose credits could not be reserved is tried again. */
const refusedMs = 2 * 60_000;

/** A lack of credits lasts: other calls have to end, or a window has to pass. */
const lacksCredits = (error: unknown): boolean =>
  isVisibilityError(error) && ['budget_exceeded', 'budget_in_flight', 'insufficient_credits'].includes(error.code);

/**
 * Continues the runs of servers that die. A run enters the queue before it begins. Servers check it in turn; the first check
 * after its process died or released it continues it. The run's own lease ensures that only one process does.
 */
export class RunFailover<Owner> {
  readonly #parts: RunFailoverParts<Owner>;
  readonly #stop = new AbortController();
  readonly #queue: Once<RunQueue<Owner>>;
  #working: Promise<void> = Promise.resolve();
  /** Runs that a budget refused, with the steady milliseconds until which none of them is tried again. */
  readonly #refused = new Map<string, number>();

  constructor(parts: RunFailoverParts<Owner>) {
    this.#parts = parts;
    this.#queue = once(parts.open);
  }

  /** Checks the runs in the queue from now on, and continues them by `takeOver`. */
  begin(takeOver: TakeOver<Owner>): void {
    this.#working = this.#work(takeOver);
  }

  /** Puts a run into the queue. If the queue cannot be used, the run depends on this process; that is reported. */
  async add(run: string, owner: Owner): Promise<void> {
    try {
      await (await this.#queue()).add(run, owner);
    } catch (error) {
      this.#report(error);
    }
  }

  /** Stops continuing runs. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#working;
  }

  async close(): Promise<void> {
    await this.stop();
    await (await this.#queue.ifMade())?.close();
  }

  async #work(takeOver: TakeOver<Owner>): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const pauseMs = await this.#checkAll(takeOver).then(
        () => pollMs,
        (error: unknown) => (this.#report(error), reopenMs),
      );
      await clock.sleep(pauseMs, signal, { keepsAlive: false }).catch(() => undefined);
    }
  }

  async #checkAll(takeOver: TakeOver<Owner>): Promise<void> {
    const queue = await this.#queue();
    const due = await queue.due();
    await Promise.all(due.map((queued) => this.#check(queue, queued, takeOver)));
  }

  async #check(queue: RunQueue<Owner>, queued: QueuedRun<Owner>, takeOver: TakeOver<Owner>): Promise<void> {
    const attempt = await this.#attempt(queued, takeOver).catch((error: unknown) => {
      // A lack of credits is not an error of this server.
      if (lacksCredits(error)) this.#refused.set(queued.run, this.#parts.clock.steady() + refusedMs);
      else this.#report(error);
      // Another server may be able to continue it, or this one later.
      return 'later';
    });
    if (attempt === 'over') this.#refused.delete(queued.run);
    const isLate = this.#parts.clock.now() - queued.addedAt > beginsWithinMs;
    await (attempt === 'over' || (attempt === 'unknown' && isLate) ? queue.done(queued.id) : queue.later(queued.id));
  }

  async #attempt({ run, owner }: QueuedRun<Owner>, takeOver: TakeOver<Owner>): Promise<RunAttempt> {
    const standing = await this.#parts.standing(run);
    if (!standing) return 'unknown';
    if (standing.state !== 'running') return 'over';
    const isEarly = (this.#refused.get(run) ?? -Infinity) > this.#parts.clock.steady();
    if (standing.isLeased || this.#stop.signal.aborted || isEarly) return 'later';
    return takeOver(run, owner);
  }

  #report(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#parts.onError(error);
  }
}
