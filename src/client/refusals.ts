import { type ErrorDetails, type FieldErrors, isVisibilityError, VisibilityError } from './errors.ts';

/** The arguments do not match the operation's schema. */
export const invalidArguments = (operation: string, fields: FieldErrors): VisibilityError =>
  new VisibilityError('invalid_arguments', inWords(fields), {
    fields,
    next: `describe_operation {"operation": "${operation}"} lists the arguments.`,
  });

/** Maximum number of fields named in the message; `fields` has all of them. */
const maxNamed = 3;

function inWords(fields: FieldErrors): string {
  const all = Object.entries(fields).map(([name, reasons]) => `${name}: ${reasons.join('; ')}`);
  if (all.length === 0) return 'The arguments do not fit.';
  const others = all.length - maxNamed;
  return [...all.slice(0, maxNamed), ...(others > 0 ? [`and ${others} more`] : [])].join('; ');
}

/** A local file may not be sent. The message says why, and contains nothing of the file. */
export const fileRefused = (
  argument: string,
  reason: string,
  next = 'Choose another file, or give its content inline as {"name":"…","content":"…"}.',
): VisibilityError =>
  new VisibilityError('invalid_arguments', `${argument}: ${reason}. Nothing was sent.`, {
    fields: { [argument]: [reason] },
    next,
    origin: 'file',
  });

/**
 * The team's balance is too small for the call. A 402 of the platform is its own refusal instead.
 * @param required undefined where the price has no bound
 */
export const insufficientCredits = (required: number | undefined, available: number): VisibilityError =>
  new VisibilityError(
    'insufficient_credits',
    `${required === undefined ? 'This takes credits' : `This takes up to ${required} credits`} and the team has ${available}. Nothing was charged.`,
    { facts: { required, available } },
  );

/**
 * The call exceeds a limit of the operator.
 * @param passes whether calls in flight hold the missing credits, so that waiting can help
 */
export const budgetRefused = (
  message: string,
  { passes, ...details }: { readonly passes: boolean } & Pick<ErrorDetails, 'next' | 'facts'>,
): VisibilityError => new VisibilityError(passes ? 'budget_in_flight' : 'budget_exceeded', message, details);

/** The store has no job with that id for this caller. */
export const unknownJob = (id: string): VisibilityError =>
  new VisibilityError('unknown_job', `No job ${id} is on record for this token.`);

/** A call was not sent because a read that it depends on failed. The code follows that of the read's error: unreadable or unreachable. */
export const refusedWithout = (
  { code, status = 200 }: VisibilityError,
  message: string,
  next: string,
): VisibilityError =>
  code === 'unreadable' ? unreadBefore(message, next, status) : new VisibilityError('unreachable', message, { next });

/** A call was not sent because a read that it depends on was answered with `status`, and not in the declared format. */
export const unreadBefore = (message: string, next: string, status = 200): VisibilityError =>
  new VisibilityError('unreadable', message, { outcome: 'not_sent', next, status });

/** Statuses that mean: no such address, or not for this token. */
const absent: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 422, 501]);

/** Whether a free read failed for a reason that stops every further read: a refused token, or an exhausted rate limit. */
export const stopsReads = (error: unknown): boolean =>
  isVisibilityError(error) && (error.status === 401 || error.code === 'rate_limited');

/**
 * Sends a free read that the next step of a call depends on. Resolves with undefined if the platform does not offer it to this token.
 * Rejects as `read` does if its error stops every read, otherwise with the error that `refusal` makes of it.
 * @param refusal its first argument is the message of the failure, without a full stop
 */
export async function readUnlessAbsent<T>(
  read: () => Promise<T>,
  refusal: (reason: string, failure: VisibilityError) => VisibilityError,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isVisibilityError(error) || stopsReads(error)) throw error;
    if (error.status !== undefined && absent.has(error.status)) return undefined;
    throw refusal(error.message.replace(/\.$/, ''), error);
  }
}
