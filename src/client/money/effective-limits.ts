import type { StoredLimit } from '../../state/accounts.ts';
import { limitInWords, type BudgetLimit } from '../../budget-limit.ts';

/**
 * Where a limit comes from: the configuration of the process, the store (set there by a person), the default of this program, or
 * the caller, whose limits apply in addition.
 */
export type LimitSource = 'setting' | 'store' | 'default' | 'caller';

/** An active limit, with its source. */
export interface EffectiveLimit extends BudgetLimit {
  readonly source: LimitSource;
}

/**
 * The active limits: for each window and label the tighter of setting and store, so that configuration can lower a limit that a
 * person has stored but never raise it. `fallback` applies if neither has a limit without a label.
 */
export function effectiveLimits(
  set: readonly BudgetLimit[],
  stored: readonly StoredLimit[],
  fallback: readonly BudgetLimit[],
): EffectiveLimit[] {
  const all: EffectiveLimit[] = [
    ...set.map((limit) => ({ ...limit, source: 'setting' as const })),
    ...stored.map(({ credits, span, label }) => ({ credits, window: span, label, source: 'store' as const })),
  ];
  const isBounded = all.some(({ label }) => label === undefined);
  if (!isBounded) all.unshift(...fallback.map((limit) => ({ ...limit, source: 'default' as const })));
  const tightest = new Map<string, EffectiveLimit>();
  for (const limit of all) {
    const counted = limitInWords({ ...limit, credits: 0 });
    const earlier = tightest.get(counted);
    if (!earlier || limit.credits < earlier.credits) tightest.set(counted, limit);
  }
  return [...tightest.values()];
}
