import type { StoredLimit } from '../../state/accounts.ts';
import { limitInWords, type BudgetLimit } from '../../budget-limit.ts';

/**
 * Where a limit comes from: the setting of the process, the store (kept there by a person), the default of this program, or
 * the caller, who can only narrow.
 */
export type LimitSource = 'setting' | 'store' | 'default' | 'caller';

export interface EffectiveLimit extends BudgetLimit {
  readonly source: LimitSource;
}

/**
 * The tighter of setting and store for each window and label: an environment can narrow what a person keeps in the store, and never
 * widen it. `fallback` applies where neither has a limit that holds whatever the label.
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
