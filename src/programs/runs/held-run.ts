import type { AccountRuns } from '../../client/index.ts';
import type { Lease, Run, RunEffect, RunEnd, RunStore } from '../../state/index.ts';
import type { Engines } from '../engine/engine.ts';
import { type Ending, type Execution, leaseLost, type RunProgress } from './execution.ts';
import { authorizationEnded, serverFailed, stoppedFailure } from './failure-of.ts';
import { openExecution } from './open-execution.ts';
import { RememberedEffects } from './remembered-effects.ts';
import type { RunFailure } from './run-failure.ts';
import type { RunsParts } from './runs-parts.ts';
import { within } from '../../base/within.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Milliseconds for which an interrupted run is held, so that the outcomes of sent requests can be recorded. */
const settleMs = 3_000;

/** A recorded run that this process takes over. */
export interface TakenRun {
  readonly run: Run;
  readonly effects: readonly RunEffect[];
}

/** A run that this process holds: executes its program, renews its lease, and records how it ends. */
export class HeldRun {
  readonly execution: Execution;
  /** Resolves when its end is recorded, or when other processes may continue it. Never rejects. */
  readonly over: Promise<void>;
  /** Functions that are called with its progress. */
  readonly listeners = new Set<(progress: RunProgress) => void>();
  readonly #parts: RunsParts;
  readonly #store: RunStore;
  readonly #run: Run;
  readonly #lease: Lease;
  readonly #effects: RememberedEffects;
  /** Steady milliseconds at which this process last renewed the lease. */
  #leasedAt: number;

  /** @param onOver called when its end is recorded, or when other processes may continue it */
  constructor(
    parts: RunsParts,
    engines: Engines,
    { store, account }: Pick<AccountRuns, 'store' | 'account'>,
    lease: Lease,
    { run, effects }: TakenRun,
    onOver: (ending: Ending) => void,
  ) {
    this.#parts = parts;
    this.#store = store;
    this.#run = run;
    this.#lease = lease;
    this.#leasedAt = parts.clock.steady();
    const orLost = (isHeld: boolean): void => {
      if (isHeld) return;
      this.execution.interrupt();
      throw leaseLost;
    };
    this.#effects = new RememberedEffects({
      recorded: effects,
      note: async (effect, isDelivered) => orLost(await store.noteEffect(run.id, lease, effect, isDelivered)),
      forget: async (effect) => orLost(await store.forgetEffect(run.id, lease, effect)),
      fail: (error) => this.execution.fail(error),
    });
    this.execution = openExecution(parts, engines, run, this.#effects, {
      isDry: false,
      beforeRequest: async () => {
        // A process that was suspended for longer than its lease may have lost the run to another.
        if (parts.clock.steady() - this.#leasedAt >= lease.leaseMs) orLost(await this.#renewLease());
      },
      charged: async () => (await store.find(account, run.id))?.charged ?? 0,
      onProgress: (progress) => {
        for (const listener of this.listeners) listener(progress);
      },
    });
    this.over = this.execution.ending.then(async (ending) => {
      await this.#record(ending);
      onOver(ending);
    });
  }

  begin(): void {
    void this.#keepLease().catch((error: unknown) => this.execution.fail(error));
    this.execution.begin();
  }

  /** Renews the lease until the run ends here, the lease is lost, or the authorization of its caller ends. */
  async #keepLease(): Promise<void> {
    const { clock, isConnected } = this.#parts;
    const { signal } = this.execution;
    for (;;) {
      await clock.sleep(this.#lease.leaseMs / 3, signal);
      if (!(await this.#renewLease())) return this.execution.interrupt();
      if (isConnected && !(await isConnected())) return this.execution.stop(authorizationEnded);
    }
  }

  async #renewLease(): Promise<boolean> {
    const at = this.#parts.clock.steady();
    const isHeld = await this.#store.renew(this.#run.id, this.#lease, this.execution.calls);
    if (isHeld) this.#leasedAt = at;
    return isHeld;
  }

  /** Records how the program ended, or releases the run for other processes. Never rejects. */
  async #record(ending: Ending): Promise<void> {
    if (ending.kind !== 'interrupted' && (await this.#isEndRecorded(ending))) return;
    await within(this.#parts.clock, settleMs, this.#effects.idle());
    await this.#store.release(this.#run.id, this.#lease.owner, this.execution.calls).catch(() => undefined);
  }

  async #isEndRecorded(ending: Exclude<Ending, { kind: 'interrupted' }>): Promise<boolean> {
    const { log, calls } = this.execution;
    const end = (how: Omit<RunEnd, 'log' | 'calls'>) =>
      this.#store.end(this.#run.id, this.#lease.owner, { ...how, log, calls });
    const failed = (failure: RunFailure) => ({ state: 'failed', error: JSON.stringify(failure) }) as const;
    try {
      await end(
        ending.kind === 'failed'
          ? failed(ending.failure)
          : { state: 'completed', result: ending.result, exitCode: ending.exitCode },
      );
      return true;
    } catch (error) {
      // If the store cannot be reached, other processes may continue the run. Otherwise the store may have refused the result
      // itself.
      if (isVisibilityError(error)) return false;
      this.#parts.onDefect(error);
      return end(failed(stoppedFailure(serverFailed, 'unknown'))).catch(() => false);
    }
  }
}
