import type { Client } from '../../client/client.ts';
import { effectiveLimits, type EffectiveLimit, type LimitSource } from '../../client/money/effective-limits.ts';
import type { Config } from '../../config/config.ts';
import { leftOut } from '../../config/budget-presets.ts';

export interface BudgetInForce {
  readonly limits: readonly EffectiveLimit[];
  /** Workflows that never fit into the limits, each with the reason. */
  readonly leftOut: readonly string[];
}

/** Setting, store and default taken together, as each paid call does. */
export async function budgetOf({ budget, defaultBudget, unpriced }: Config, client: Client): Promise<BudgetInForce> {
  const limits = effectiveLimits(budget, await (await client.records()).limits(), defaultBudget?.limits ?? []);
  const byDefault = limits.some(({ source }) => source === 'default');
  return { limits, leftOut: leftOut(limits, unpriced ?? (byDefault ? defaultBudget?.unpriced : undefined)) };
}

export const sourceInWords: Readonly<Record<LimitSource, string>> = {
  setting: 'set here',
  store: 'kept in the store',
  default: 'default',
  caller: 'set by the caller',
};
