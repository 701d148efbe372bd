import type { StoredLimit } from '../../state/accounts.ts';
import type { BudgetLimit, BudgetWindow } from '../../budget-limit.ts';

/**
 * Where a limit comes from: the setting of the process, the store (kept there by a person), the default of this program, or
 * the caller, who can only narrow.
 */
export type LimitSource = 'setting' | 'store' | 'default' | 'caller';

export interface EffectiveLimit extends BudgetLimit {
  readonly source: LimitSource;
}

/**
 * The tighter of setting and store for each window: an environment can narrow what a person keeps in the store, and never widen
 * it. `fallback` applies where neither has a limit.
 */
export function effectiveLimits(
  set: readonly BudgetLimit[],
  kept: readonly StoredLimit[],
  fallback: readonly BudgetLimit[],
): EffectiveLimit[] {
  if (set.length === 0 && kept.length === 0) return fallback.map((limit) => ({ ...limit, source: 'default' }));
  const all = [
    ...set.map(({ credits, window }) => ({ credits, window, source: 'setting' as const })),
    ...kept.map(({ credits, span }) => ({ credits, window: span, source: 'store' as const })),
  ];
  const tightest = new Map<BudgetWindow, EffectiveLimit>();
  for (const limit of all) {
    const earlier = tightest.get(limit.window);
    if (!earlier || limit.credits < earlier.credits) tightest.set(limit.window, limit);
  }
  return [...tightest.values()];
}
