import { effectiveLimits, type EffectiveLimit, type LimitSource } from '../client/money/budget-presets.ts';
import type { Config } from './config/config.ts';
import type { BudgetLimit } from '../base/budget-limit.ts';
import { workflowsToName } from '../tools/workflows/workflow-tools.ts';

export interface BudgetInForce {
  readonly limits: readonly EffectiveLimit[];
  /** Workflows that never fit into the limits, each with the reason. */
  readonly unaffordable: readonly string[];
}

/** The active limits: setting and default together, as they are judged for each paid call. */
export function budgetOf({ budget, defaultBudget, unpriced }: Config): BudgetInForce {
  const limits = effectiveLimits(budget, defaultBudget?.limits ?? []);
  const byDefault = limits.some(({ source }) => source === 'default');
  return { limits, unaffordable: unaffordable(limits, unpriced ?? (byDefault ? defaultBudget?.unpriced : undefined)) };
}

export const sourceInWords: Readonly<Record<LimitSource, string>> = {
  setting: 'set here',
  default: 'default',
  caller: 'set by the caller',
};

/** Workflows that these limits can never admit, whatever the label, with the reason. Windows are taken to be empty. */
function unaffordable(limits: readonly BudgetLimit[], unpriced: number | undefined): string[] {
  const always = limits.filter(({ label }) => label === undefined);
  if (always.length === 0) return [];
  const smallestLimit = Math.min(...always.map(({ credits }) => credits));
  return workflowsToName(false).flatMap(({ name, maxCredits }) => {
    if (maxCredits === undefined) return [];
    if (maxCredits === null && unpriced === undefined) return [`${name} (no stated bound: reserves the whole balance)`];
    const needed = maxCredits ?? unpriced ?? 0;
    return needed > smallestLimit ? [`${name} (up to ${needed})`] : [];
  });
}
