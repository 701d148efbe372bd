/** The source of an argument of the watching operation: the answer to the start, its arguments, or the declaration itself. */
export type Source =
  | { readonly answer: readonly string[] }
  | { readonly input: string }
  | { readonly constant: string | number };

/** The value at the first of these paths that the answer to the start has; a `data` wrapper may be left out. */
export const answer = (...paths: string[]): Source => ({ answer: paths });

/** The value of the argument `name` of the start. */
export const input = (name: string): Source => ({ input: name });

/** The same value for every job. */
export const constant = (value: string | number): Source => ({ constant: value });

export type StateValue = string | number | boolean | null;

/**
 * Means "there is a result, and it differs from the one before the start": the platform shows no state, only the result of
 * the job, and the result of an earlier job stays until then.
 */
export const changed = Symbol('changed');

/** Possible final states of a job whose row names none (docs/platform/jobs.md#end): the documents do not say which is used where. */
export const finishedStates = ['completed', 'ready', 'finished', 'done'] as const;

/** The documented states of a running job. */
export const openStates = [
  'pending',
  'queued',
  'processing',
  'clustering',
  'generating',
  'running',
  'started',
  'waiting',
  'analyzing',
  'scraping',
  'screenshotting',
  'discovering',
  'extracting',
  'synthesizing',
  'planning',
  'executing',
] as const;

/** A job. `W` and `F` are the names of the operations that return its result; the types of its data are derived from them. */
export interface Job<W extends string = string, F extends string = string> {
  /** Text for people while it is running, before "about 60 s left": `Writing the article`. */
  readonly doing: string;
  /** The operation that reads the job's state. */
  readonly watch: W;
  readonly with: Readonly<Record<string, Source>>;
  /** Path to the state in the watching operation's answer or, if that is a list, in an element of it. */
  readonly state: string;
  /** In a list: the path to the element's `id` in the start's answer. With `changes`: else the new element. */
  readonly find?: Source | undefined;
  readonly done: readonly (StateValue | typeof changed)[];
  /**
   * Set if the watched resource is older than the job, so that `state` may still show the end of an earlier job. These paths
   * of the same answer identify the job: the client reads them before the start and compares. Empty: only the state shows it.
   */
  readonly changes?: readonly string[] | undefined;
  /** With `changed`: the job fills its result gradually, and is done when two consecutive reads show the same. */
  readonly gradual?: true | undefined;
  readonly failed?: readonly StateValue[] | undefined;
  /**
   * Values of the watched record, by their paths, that together show the end of the job although `state` is neither in `done`
   * nor in `failed`: with a reason it has failed, without one it is done.
   */
  readonly over?: readonly Readonly<Record<string, StateValue>>[] | undefined;
  /** Paths to results that only a finished job has: if one is filled, a job whose record shows no state is done. */
  readonly product?: readonly string[] | undefined;
  /**
   * Path to the output so far. If the job's record disappears, or stays in an undocumented state, the job ends with the last
   * answer in which this path is filled.
   */
  readonly answered?: string | undefined;
  /** Set if the contract states no failed state: a text at `reason` shows a failure. */
  readonly failsByReason?: true | undefined;
  /** States in which the job waits for its caller, and the operation that answers. A state may also be a flag with that name. */
  readonly asks?: Readonly<Record<string, string>> | undefined;
  /** How long it usually takes, in seconds. Polls are spaced by it. */
  readonly usually: number;
  /** Minimum pause between polls in seconds, if the contract states more than 5. */
  readonly backoff?: number | undefined;
  /** Path to a percentage in the watching operation's answer, or to the number of finished parts and their total. */
  readonly progress?: string | readonly [done: string, total: string] | undefined;
  /** Path to the reason of a failure. */
  readonly reason?: string | undefined;
  /** The operation that reads the result when it is done, with the same arguments as `watch` unless given. */
  readonly fetch?: F | undefined;
  readonly fetchWith?: Readonly<Record<string, Source>> | undefined;
}

/** A job as its row declares it. `state`, `done` and `failed` may be left out. */
export type DeclaredJob = Omit<Job, 'state' | 'done'> & Partial<Pick<Job, 'state' | 'done'>>;

/** The job with the fields that its row leaves out. */
export const completeJob = (job: DeclaredJob): Job => ({
  state: 'status',
  done: finishedStates,
  failed: ['failed'],
  ...job,
});
