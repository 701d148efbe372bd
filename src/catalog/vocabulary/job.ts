/** Where an argument of the watching operation comes from: the start's answer, its arguments, or the declaration itself. */
export type Source =
  | { readonly answer: readonly string[] }
  | { readonly input: string }
  | { readonly constant: string | number };

/** The value at the first of these paths that the answer to the start has; a `data` wrapper may be left out. */
export const answer = (...paths: string[]): Source => ({ answer: paths });

/** The value of the start's own argument `name`. */
export const input = (name: string): Source => ({ input: name });

/** The same value for every job. */
export const constant = (value: string | number): Source => ({ constant: value });

export type StateValue = string | number | boolean | null;

/**
 * Stands for "there is something, and it is not what was there before the start": the platform shows no state, only what
 * the job makes, and an earlier job's work stays in its place until then.
 */
export const changed = Symbol('changed');

/**
 * What a finished job may call its state where its row names no states (docs/platform/jobs.md#end):
 * two of these words, without saying which of them is used where.
 */
export const finishedStates = ['completed', 'ready', 'finished', 'done'] as const;

/** What the documents call the state of a job that is still at work. */
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

/** `W` and `F` name the operations that a job's result comes from: the types of its data follow from them. */
export interface Job<W extends string = string, F extends string = string> {
  /** What is being done while it runs, as a person reads it in front of "about 60 s left": `Writing the article`. */
  readonly doing: string;
  /** The operation that reads the job's state. */
  readonly watch: W;
  readonly with: Readonly<Record<string, Source>>;
  /** Path to the state in the watching operation's answer, or in an element of it where that is a list. */
  readonly state: string;
  /** Where that answer is a list: the element whose `id` stands at this place in the start's answer; with `changes`, else the one that was not listed before. */
  readonly find?: Source | undefined;
  readonly done: readonly (StateValue | typeof changed)[];
  /**
   * The watched resource is older than the job, so that `state` may still show how an earlier job ended. These paths of the
   * same answer show which job it was: the client reads them before the start and compares. Empty: nothing but the state tells.
   */
  readonly changes?: readonly string[] | undefined;
  /** With `changed`: the job fills its result bit by bit, and is done when two looks in a row show the same. */
  readonly gradual?: true | undefined;
  readonly failed?: readonly StateValue[] | undefined;
  /**
   * Values of the watched record, by their paths, that say together that the job is over although `state` is none of `done` and `failed`: it has
   * failed where a reason is given, and is done where none is.
   */
  readonly over?: readonly Readonly<Record<string, StateValue>>[] | undefined;
  /** Paths to what only a finished job has made: one that is filled ends a job whose record shows no state under any name. */
  readonly product?: readonly string[] | undefined;
  /**
   * Path to what the platform has answered so far. If the job's record vanishes, or stands at a state that the documents do not name, the job
   * is over with the last answer in which it is filled.
   */
  readonly answered?: string | undefined;
  /** The contract states no failed state: a text at `reason` is what tells of a failure. */
  readonly failsByReason?: true | undefined;
  /** States in which the job waits for its caller, and the operation that answers. The state may also be a flag of that name. */
  readonly asks?: Readonly<Record<string, string>> | undefined;
  /** How long it usually takes, in seconds. Polls are spaced by it. */
  readonly usually: number;
  /** The shortest pause between polls, in seconds, where the contract states more than 5. */
  readonly backoff?: number | undefined;
  /** Path to a percentage in the watching operation's answer, or to how many of how many are done. */
  readonly progress?: string | readonly [done: string, total: string] | undefined;
  /** Path to the reason of a failure. */
  readonly reason?: string | undefined;
  /** The operation that reads the result when it is done, with the same arguments as `watch` unless given. */
  readonly fetch?: F | undefined;
  readonly fetchWith?: Readonly<Record<string, Source>> | undefined;
}
