import type { Outcome } from '../client/errors/visibility-error.ts';
import type { ProgramEnd } from './engine/messages.ts';
import type { RunFailure } from './outcome.ts';
import type { RunLimits } from './run-limits.ts';

/** Why a program failed; undefined if it returned a result. `outcome`: what its calls did, together. */
export function failureOf(end: ProgramEnd, limits: RunLimits, outcome: Outcome): RunFailure | undefined {
  if (end.kind === 'limit') return { ...limitFailure(end.limit, limits), outcome };
  if (end.kind === 'returned')
    return Buffer.byteLength(end.json) <= limits.resultKb * 1024
      ? undefined
      : { ...limitFailure('result', limits), outcome };
  const { name, message, line, column, code } = end.error;
  return {
    code: 'run_failed',
    message: `${name === 'Error' || code !== undefined ? '' : `${name}: `}${message}${line === undefined ? '' : ` (line ${line})`}`,
    outcome,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    ...(code === undefined ? {} : { cause: code }),
  };
}

/** What is said of a program that exceeds a limit. */
export function limitFailure(
  limit: keyof typeof bounds,
  limits: RunLimits,
): { readonly code: 'run_limit'; readonly message: string; readonly next: string } {
  return {
    code: 'run_limit',
    message: `The program exceeds ${bounds[limit](limits)}.`,
    next: `Do less in one run; the operator can raise ${limit} in VISIBILITY_CODE_LIMITS.`,
  };
}

/** By the names that the setting has for them. */
const bounds = {
  calls: ({ calls }: RunLimits) => `${calls} calls`,
  compute: ({ computeSeconds }: RunLimits) => `${computeSeconds} s of computing`,
  memory: ({ memoryMb }: RunLimits) => `${memoryMb} MB of memory`,
  depth: ({ depthKb }: RunLimits) => `${depthKb} kB of stack: calls are nested too deeply`,
  log: ({ logKb }: RunLimits) => `${logKb} kB of log`,
  result: ({ resultKb }: RunLimits) => `${resultKb} kB of result`,
  data: ({ dataMb }: RunLimits) => `${dataMb} MB of data that its calls return`,
  code: ({ codeKb }: RunLimits) => `${codeKb} kB of code`,
  input: ({ inputKb }: RunLimits) => `${inputKb} kB of input`,
  wall: ({ wallSeconds }: RunLimits) => `${wallSeconds} s from its start`,
} as const;
