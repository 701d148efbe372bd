import { limitInWords, type BudgetLimit } from '../../base/budget-limit.ts';

/** A budget by name. */
export interface BudgetPreset {
  readonly limits: readonly BudgetLimit[];
  /** Credits that are reserved for a call whose price has no stated bound. Absent: the whole balance, which rarely fits a limit. */
  readonly unpriced?: number | undefined;
}

/** The budgets that `VISIBILITY_BUDGET` takes by name. Under `standard` every workflow can run. */
export const budgetPresets = {
  careful: {
    limits: [
      { credits: 50, window: 'day' },
      { credits: 25, window: 'call' },
    ],
  },
  standard: {
    limits: [
      { credits: 200, window: 'day' },
      { credits: 100, window: 'call' },
    ],
    unpriced: 100,
  },
  generous: {
    limits: [
      { credits: 1_000, window: 'day' },
      { credits: 300, window: 'call' },
    ],
    unpriced: 300,
  },
  none: { limits: [] },
} as const satisfies Record<string, BudgetPreset>;

export type PresetName = keyof typeof budgetPresets;

export const isPreset = (text: string): text is PresetName => Object.hasOwn(budgetPresets, text);

/** Limits in the spelling of the setting: `200/day,100/call`. */
export const spelledBudget = (limits: readonly BudgetLimit[]): string => limits.map(limitInWords).join(',');

/** Where a limit comes from: the configuration of the process, the default of this program, or the caller, whose limits apply in addition. */
export type LimitSource = 'setting' | 'default' | 'caller';

export interface EffectiveLimit extends BudgetLimit {
  readonly source: LimitSource;
  /** Whose limit it is, and for which sign-in: only of a caller's. */
  readonly owner?: string | undefined;
  readonly signIn?: string | undefined;
}

/** The active limits. `fallback` applies if none without a label is set. */
export function effectiveLimits(set: readonly BudgetLimit[], fallback: readonly BudgetLimit[]): EffectiveLimit[] {
  const isBounded = set.some(({ label }) => label === undefined);
  return [
    ...(isBounded ? [] : fallback).map((limit) => ({ ...limit, source: 'default' as const })),
    ...set.map((limit) => ({ ...limit, source: 'setting' as const })),
  ];
}
