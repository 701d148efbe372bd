/** A run in the queue. */
export interface QueuedRun<Owner> {
  /** The queue's own name for it. */
  readonly id: string;
  readonly run: string;
  /** What a server needs to continue the run for its caller. Stored as it is, so it holds no secret. */
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
