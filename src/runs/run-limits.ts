/** How much a program may use. */
export interface RunLimits {
  /** Programs that run at once in one process. Where callers are told apart, one of them has a third of that. */
  readonly runs: number;
  /** Calls of a run, and pauses. */
  readonly calls: number;
  /** Seconds of computing in one process. */
  readonly computeSeconds: number;
  /** Megabytes of the program's memory. */
  readonly memoryMb: number;
  /** Kilobytes of its stack: nested calls. */
  readonly depthKb: number;
  /** Kilobytes of JSON that its calls are given together. */
  readonly argumentsKb: number;
  /** Kilobytes of what it logs; each line counts `logLineChars` beside its own. */
  readonly logKb: number;
  /** Kilobytes of JSON that it returns. */
  readonly resultKb: number;
  /** Megabytes of JSON that its calls return together: they are recorded. */
  readonly dataMb: number;
  /** Kilobytes of its text. */
  readonly codeKb: number;
  /** Kilobytes of JSON of its input. */
  readonly inputKb: number;
  /** Seconds from its start in one process to its end. */
  readonly wallSeconds: number;
}

export const defaultRunLimits: RunLimits = {
  runs: 8,
  calls: 600,
  computeSeconds: 10,
  memoryMb: 64,
  depthKb: 256,
  argumentsKb: 16_384,
  logKb: 256,
  resultKb: 8_192,
  dataMb: 64,
  codeKb: 256,
  inputKb: 4_096,
  wallSeconds: 6 * 3600,
};

/** Programs of one caller that run at once, where callers are told apart. */
export const sharePerCaller = ({ runs }: Pick<RunLimits, 'runs'>): number => Math.max(1, Math.ceil(runs / 3));

/** Characters that a line of the log counts beside its own: an empty one takes room and work as well. */
export const logLineChars = 16;

/** Calls of one run that are carried out at once; further ones wait their turn. Pauses are not counted. */
export const maxCallsAtOnce = 64;
