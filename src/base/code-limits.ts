/** A limit on the resources of a program. */
interface Bound {
  /** The default limit. */
  readonly default: number;
  /** The largest limit that can be set: above it, the engine or its process would fail first. */
  readonly max: number;
  readonly inWords: (limit: number) => string;
}

const max = 1_000_000;

/** Limits of programs, by their names in the setting. */
export const codeBounds = {
  /** Programs that run at once in one process. If callers are distinguished, each may have a third of them. */
  runs: { default: 8, max: 200, inWords: (runs) => `${runs} programs at once` },
  /** Calls and pauses of a run. */
  calls: { default: 600, max: 100_000, inWords: (calls) => `${calls} calls` },
  /** Seconds of computing in one process. */
  compute: { default: 10, max, inWords: (seconds) => `${seconds} s of computing` },
  /** Megabytes of the program's memory. */
  memory: { default: 64, max: 1024, inWords: (mb) => `${mb} MB of memory` },
  /** Kilobytes of its stack, which nested calls use. */
  depth: { default: 256, max: 384, inWords: (kb) => `${kb} kB of stack: calls are nested too deeply` },
  /** Kilobytes of JSON of the arguments of all its calls. */
  arguments: { default: 16_384, max, inWords: (kb) => `${kb} kB of arguments, those of all its calls together` },
  /** Kilobytes of its log; each line counts `logLineChars` in addition to its own length. */
  log: { default: 256, max, inWords: (kb) => `${kb} kB of log` },
  /** Kilobytes of JSON that it returns. */
  result: { default: 8_192, max, inWords: (kb) => `${kb} kB of result` },
  /** Megabytes of JSON that all its calls return, which are recorded. */
  data: { default: 64, max, inWords: (mb) => `${mb} MB of data that its calls return` },
  /** Kilobytes of its text. */
  code: { default: 256, max, inWords: (kb) => `${kb} kB of code` },
  /** Kilobytes of JSON of its input. */
  input: { default: 4_096, max, inWords: (kb) => `${kb} kB of input` },
  /** Seconds from its start in one process to its end. */
  wall: { default: 6 * 3600, max, inWords: (seconds) => `${seconds} s from its start` },
} as const satisfies Readonly<Record<string, Bound>>;

export type CodeLimit = keyof typeof codeBounds;

/** How much a program may use, in the units of `codeBounds`. */
export type CodeLimits = Readonly<Record<CodeLimit, number>>;

export const codeLimitNames = Object.keys(codeBounds) as readonly CodeLimit[];

/** All bounds, with those that the operator has set. */
export const codeLimits = (configured: Readonly<Partial<CodeLimits>>): CodeLimits => ({
  ...(Object.fromEntries(codeLimitNames.map((name) => [name, codeBounds[name].default])) as CodeLimits),
  ...configured,
});
