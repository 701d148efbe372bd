import { limitInWords, type BudgetLimit } from '../../base/budget-limit.ts';
import type { ReserveAnswer, RunAllowance } from '../../state/index.ts';
import type { Quote } from './quote.ts';
import { freeingCalls, type HoldingRun } from './runs-that-hold.ts';
import type { VisibilityError } from '../errors.ts';
import { budgetRefused } from '../refusals.ts';

/** Advice to the operator for a price without a bound. */
export const unpricedHint =
  'The operator can add 20/unpriced to VISIBILITY_BUDGET: the credits to reserve for a call whose price has no stated bound.';

/** Maximum number of runs holding credits that a refusal lists. */
const maxHolding = 5;

/** Error for a call whose price exceeds a per-call limit. `unpriced`: credits reserved for a price without a bound. */
export const tooDearForOneCall = (
  { operation, basis, credits }: Quote,
  estimate: number,
  limit: BudgetLimit,
  unpriced: number | undefined,
): VisibilityError =>
  budgetRefused(
    `${operation} takes up to ${estimate} credits (${basis}); the limit is ${limitInWords(limit)}. Nothing was charged.`,
    {
      passes: false,
      next: nextStep(
        credits,
        unpriced,
        `Choose something cheaper, or ask the operator to raise the limit ${limitInWords(limit)}.`,
      ),
      facts: { estimate, limit: limitInWords(limit), left: limit.credits },
    },
  );

/** State of the budget that a refusal explains. */
export interface BudgetFacts {
  /** All active limits, to detect a price that can never fit. */
  readonly limits: readonly BudgetLimit[];
  /** Credits reserved for a price without a bound. */
  readonly unpriced: number | undefined;
  /** Unexplained decrease of the balance, in credits. */
  readonly unexplained: number;
  /** Epoch milliseconds at which the limit's window resets. Undefined: never. */
  readonly resetsAt: number | undefined;
  /** Runs that hold credits; cancelling or waiting for them frees these. */
  readonly holding: readonly HoldingRun[];
}

/** Error for a call that exceeds a limit over a time window: says which limit, whether waiting helps, and what to do. */
export function beyondLimit(
  { operation, basis, credits }: Quote,
  estimate: number,
  { limit, usage, passes }: Extract<ReserveAnswer, { kind: 'refused' }>,
  { limits, unpriced, unexplained, resetsAt, holding }: BudgetFacts,
): VisibilityError {
  const missing = limit.owner === undefined ? unexplained : 0;
  const name = limitInWords({ ...limit, credits: limit.credits + missing });
  const left = Math.max(0, limit.credits - usage.spent - usage.held);
  const resets = resetsAt === undefined ? undefined : new Date(resetsAt).toISOString();
  const tooSmall = limits.find((one) => one.credits < estimate);
  const doubt = usage.inDoubt > 0 ? ` (${usage.inDoubt} of them in doubt)` : '';
  const held = passes ? `, ${usage.held} held by calls under way${doubt}` : '';
  const reason = tooSmall
    ? `that can never fit into the limit ${limitInWords(tooSmall)}`
    : `the limit ${name} has ${usage.spent} spent${held}, ${left} left`;
  return budgetRefused(`${operation} takes up to ${estimate} credits (${basis}); ${reason}. Nothing was charged.`, {
    passes,
    facts: {
      estimate,
      limit: name,
      spent: usage.spent,
      reserved: usage.held,
      left,
      unexplained: missing > 0 ? missing : undefined,
      resets_at: tooSmall ? undefined : resets,
      held_by:
        holding.length === 0
          ? undefined
          : holding.slice(0, maxHolding).map(({ id, state, credits: held }) => ({ run_id: id, state, credits: held })),
    },
    next: passes
      ? (freeingCalls(holding) ?? waitForOthers)
      : nextStep(credits, unpriced, whatFits(name, tooSmall, resets)),
  });
}

const waitForOthers = 'Wait for the calls under way (job_list {}), then repeat this one.';

const whatFits = (name: string, tooSmall: BudgetLimit | undefined, resets: string | undefined): string =>
  tooSmall
    ? `Waiting does not help: choose something cheaper, or ask the operator to raise ${limitInWords(tooSmall)}.`
    : `${resets ? `The limit resets at ${resets}; ` : ''}choose something cheaper, or ask the operator to raise ${name}.`;

/** Error for a call that exceeds the credits of its run. `passes` is true if other calls of the run hold the missing credits. */
export function beyondRun(
  { operation, basis }: Quote,
  estimate: number,
  { max, charged, underWay, remaining }: RunAllowance,
): VisibilityError {
  const passes = charged + estimate <= max;
  return budgetRefused(
    `${operation} takes up to ${estimate} credits (${basis}); this run may spend ${max}, of which ${charged} are spent and ${underWay} held. Nothing was charged.`,
    {
      passes,
      next: passes ? 'Wait for its other calls first.' : 'Start a run with a larger max_credits.',
      facts: { estimate, limit: `${max}/run`, spent: charged, reserved: underWay, left: remaining },
    },
  );
}

/** Error for a call that waited too long for another paid call, whose charge must be known first. */
export const notItsTurn = ({ operation, basis }: Quote, estimate: number): VisibilityError =>
  budgetRefused(
    `${operation} takes up to ${estimate} credits (${basis}); another paid call is still running; its real cost must be known before this one can start. Nothing was charged.`,
    { passes: true, next: waitForOthers, facts: { estimate } },
  );

/** `otherwise`, or the advice on unbounded prices if the whole balance had to be reserved: raising a limit would not help then. */
const nextStep = (bound: number | null, unpriced: number | undefined, otherwise: string): string =>
  bound === null && unpriced === undefined ? unpricedHint : otherwise;
