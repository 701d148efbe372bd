/**
 * The codes that this server gives errors of its own (README, "Tools"). A code of the platform's that is among them is
 * prefixed, unless it means the same: nobody else can say that a budget of this server is used up.
 */
export const ownCodes: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'unknown_operation',
  'wrong_effect',
  'budget_exceeded',
  'budget_in_flight',
  'confirmation_required',
  'insufficient_credits',
  'rate_limited',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'outcome_unknown',
  'unreachable',
  'job_failed',
  'unknown_job',
  'internal',
  'cancelled',
  'question_closed',
  'still_counts',
  'platform_error',
  'refused',
  'not_permitted',
  'run_failed',
  'run_limit',
  'run_diverged',
  'unknown_run',
]);
