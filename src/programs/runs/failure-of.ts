import { codeBounds, type CodeLimit, type CodeLimits } from '../../base/code-limits.ts';
import type { ProgramEnd } from '../engine/messages.ts';
import type { RunFailure } from './run-failure.ts';
import { parseProgramJson, programJsonInWords } from './program-json.ts';
import type { Outcome } from '../../client/index.ts';

/** Reason for which this process ends a run that the program did not end itself. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly message: string;
  readonly cause?: string | undefined;
  readonly next: string;
}

/** The part of a refused call that the failure of a program reports. */
export interface RefusedCall {
  readonly name: string;
  readonly next: string | undefined;
  /** JSON of its arguments. */
  readonly args: string;
}

/**
 * Why a program failed; undefined if it returned a result.
 * @param outcome the combined outcome of its calls
 * @param refused the refused call with that message: the failure describes it from the record, since the program may throw
 * any text
 */
export function runFailureOf(
  end: ProgramEnd | Stopped,
  limits: CodeLimits,
  outcome: Outcome,
  program: string,
  refused: (message: string) => RefusedCall | undefined,
): RunFailure | undefined {
  if (end.kind === 'stopped') return stoppedFailure(end, outcome);
  if (end.kind === 'limit') return { ...limitFailure(end.limit, limits), outcome };
  if (end.kind === 'returned') {
    const failure = failureOfResult(end.json, limits);
    return failure && { ...failure, outcome };
  }
  const { name, message, line, column, code } = end.error;
  const call = code === undefined ? undefined : refused(message);
  return {
    code: 'run_failed',
    message: `${name === 'Error' || code !== undefined ? '' : `${name}: `}${message}${line === undefined ? '' : ` (line ${line})`}`,
    outcome,
    line,
    column,
    // For an error outside a call the engine knows only the line of the call before it.
    source: call && (sourceAt(program, line, column) || undefined),
    call: call?.name,
    sent: call?.args.slice(1, -1).slice(0, maxSent),
    cause: code,
    next: call ? call.next : name === 'TypeError' && !message.startsWith('platform.') ? ofAnswers : undefined,
  };
}

/** Maximum characters of the failed line of the program, and of the arguments of the refused call. */
const maxSource = 160;
const maxSent = 300;

/** A line of a program, counted from 1; of a long line, the part around the column. Empty if there is no such line. */
function sourceAt(program: string, line = 0, column = 1): string {
  const text = program.split('\n')[line - 1] ?? '';
  const start = Math.max(0, Math.min(column - 1 - maxSource / 2, text.trimEnd().length - maxSource));
  return text.slice(start, start + maxSource).trim();
}

/** The most common mistake in untested programs. */
const ofAnswers =
  'Calls answer { data, … }: a list is (await platform.x.list({…})).data; all pages: for await (const one of platform.x.list.all({…})). log(…) shows what a value holds.';

export const stoppedFailure = ({ message, cause, next }: Stopped, outcome: Outcome): RunFailure => ({
  code: 'run_failed',
  message,
  outcome,
  cause,
  next,
});

function failureOfResult(json: string, limits: CodeLimits): RunFailure | undefined {
  if (Buffer.byteLength(json) > limits.result * 1024) return limitFailure('result', limits);
  if (parseProgramJson(json) !== 'beyond') return undefined;
  return {
    code: 'run_limit',
    message: `The program returned more than ${programJsonInWords}: that is not recorded.`,
    next: 'Return only the records and fields that are needed, as a list of records, or counts of them; its calls can be made again.',
  };
}

/** The failure of a program that exceeds a limit. */
export function limitFailure(
  limit: CodeLimit,
  limits: CodeLimits,
): { readonly code: 'run_limit'; readonly message: string; readonly next: string } {
  return {
    code: 'run_limit',
    message: `The program exceeds ${codeBounds[limit].inWords(limits[limit])}.`,
    next: `Do less in one run; the operator can raise ${limit} in VISIBILITY_CODE.`,
  };
}

/** The connection or the token of the run is no longer valid. */
export const authorizationEnded: Stopped = {
  kind: 'stopped',
  cause: 'unauthorized',
  message:
    'The authorization that this run acts with has ended: it was revoked, or the platform refuses its token. No further call was made.',
  next: 'Sign in again, or set a valid token, and start a new run; job_list shows what this one has started.',
};

/** A defect of this program, which would recur in another attempt. */
export const serverFailed: Stopped = {
  kind: 'stopped',
  message: 'This server failed while it ran the program; its log has the details.',
  next: 'Report it to the operator. The calls of the program are on record: job_list, credits.',
};

/** Failovers of one run, after which it fails. A server that shuts down properly is not counted. */
export const maxFailovers = 3;

export const triedTooOften: Stopped = {
  kind: 'stopped',
  message: `The servers that ran it ended ${maxFailovers + 1} times without finishing it; it is not tried again.`,
  next: 'Check the logs of the servers. Start it as a new run, in smaller parts; job_list shows what this one has started.',
};
