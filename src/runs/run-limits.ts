/** How much a program may use. */
export interface RunLimits {
  /** Calls of a run, and pauses. */
  readonly calls: number;
  /** Seconds of computing in one process. */
  readonly computeSeconds: number;
  /** Megabytes of the program's memory. */
  readonly memoryMb: number;
  /** Kilobytes of its stack: nested calls. */
  readonly depthKb: number;
  /** Kilobytes of what it logs. */
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
  calls: 600,
  computeSeconds: 10,
  memoryMb: 64,
  depthKb: 256,
  logKb: 256,
  resultKb: 8_192,
  dataMb: 64,
  codeKb: 256,
  inputKb: 4_096,
  wallSeconds: 6 * 3600,
};
