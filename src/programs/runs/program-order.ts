import type { Operation } from '../../catalog/index.ts';
import type { Run } from '../../state/index.ts';
import type { CodeLimits } from '../../base/index.ts';
import { limitFailure } from './failure-of.ts';
import { runRefusal } from './run-failure.ts';

/** Effects that a program may be granted. Spending is granted by `maxCredits`. */
export type Grant = 'read' | 'write' | 'delete';

export interface ProgramOrder {
  /** TypeScript or JavaScript, the body of an async function. */
  readonly code: string;
  /** The value of `input` in the program. */
  readonly input?: unknown;
  readonly may: readonly Grant[];
  readonly maxCredits: number;
}

/** Options for resuming a run; omitted ones are as recorded. */
export type ResumeOrder = { readonly [K in keyof ProgramOrder]?: ProgramOrder[K] | undefined } & {
  /** `null`: no label. */
  readonly label?: string | null | undefined;
};

/** Maximum characters of a key. */
export const maxKeyChars = 200;

/** Refuses invalid or too long code, and too much `input` (as JSON). */
export function refuseProgram(code: string, input: string, limits: CodeLimits): void {
  if (code.trim() === '') throw runRefusal('invalid_arguments', 'run_code: code is empty.');
  if (code.includes('\0') || !code.isWellFormed())
    throw runRefusal('invalid_arguments', 'run_code: code is no text: it has a NUL character or half of a character.');
  const exceeded =
    Buffer.byteLength(code) > limits.code * 1024
      ? 'code'
      : Buffer.byteLength(input) > limits.input * 1024
        ? 'input'
        : undefined;
  if (exceeded === undefined) return;
  const { code: error, message, next } = limitFailure(exceeded, limits);
  throw runRefusal(error, message, next);
}

/** Throws `run_diverged` if the options for resuming a run differ from its record. `named`: the text that names the run. */
export function refuseOther(
  { code, input, may, maxCredits, label }: ResumeOrder,
  run: Run,
  named: string,
  next: (other: string) => string,
): void {
  const differs = {
    code: code !== undefined && code !== run.code,
    input: input !== undefined && JSON.stringify(input) !== run.input,
    label: label !== undefined && label !== (run.label ?? null),
    may: may !== undefined && may.toSorted().join() !== run.may.toSorted().join(),
    max_credits: maxCredits !== undefined && maxCredits !== run.maxCredits,
  };
  const other = Object.entries(differs).find(([, isOther]) => isOther)?.[0];
  if (other !== undefined)
    throw runRefusal('run_diverged', `${named} is on record with another ${other}.`, next(other));
}

/** Refuses an invalid key. */
export function refuseKey(key: string): void {
  if (key.trim() !== '' && key.length <= maxKeyChars && key.isWellFormed() && !/\p{Cc}/u.test(key)) return;
  throw runRefusal('invalid_arguments', `key is a name of 1 to ${maxKeyChars} characters, such as nightly-2026-11-23.`);
}

/** Throws `not_permitted` for an operation outside of the grants. Paid calls are limited only by credits. */
export function permit({ name, effect }: Operation, { may }: Run, readOnly: boolean): void {
  if (readOnly && effect !== 'read')
    throw runRefusal('not_permitted', `${name} is not only a read, and this server is read-only.`);
  if (effect === 'paid' || may.includes(effect)) return;
  throw runRefusal(
    'not_permitted',
    `${name} has the effect ${effect}, and this run may only ${may.join(', ') || 'compute'}.`,
    `Start a run with may: ${JSON.stringify([...may, effect])} if that is wanted.`,
  );
}
