import { limitInWords, type BudgetLimit } from '../../base/budget-limit.ts';

/**
 * Where a limit comes from: the configuration of the process, the default of this program, or the caller, whose limits apply in addition.
 */
export type LimitSource = 'setting' | 'default' | 'caller';

/** An active limit, with its source. */
export interface EffectiveLimit extends BudgetLimit {
  readonly source: LimitSource;
}

/** The active limits: for each window and label the tightest that is set. `fallback` applies if none without a label is set. */
export function effectiveLimits(set: readonly BudgetLimit[], fallback: readonly BudgetLimit[]): EffectiveLimit[] {
  const isBounded = set.some(({ label }) => label === undefined);
  const all: EffectiveLimit[] = [
    ...(isBounded ? [] : fallback).map((limit) => ({ ...limit, source: 'default' as const })),
    ...set.map((limit) => ({ ...limit, source: 'setting' as const })),
  ];
  const tightest = new Map<string, EffectiveLimit>();
  for (const limit of all) {
    const counted = limitInWords({ ...limit, credits: 0 });
    const earlier = tightest.get(counted);
    if (!earlier || limit.credits < earlier.credits) tightest.set(counted, limit);
  }
  return [...tightest.values()];
}
