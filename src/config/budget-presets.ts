import { limitInWords, type BudgetLimit } from '../budget-limit.ts';

/** A budget by name. */
export interface BudgetPreset {
  readonly limits: readonly BudgetLimit[];
  /** Credits reserved for a call whose price has no stated bound. Absent: the whole balance, which rarely fits a limit. */
  readonly unpriced?: number | undefined;
}

/** What `VISIBILITY_BUDGET` takes by name. Under `standard` every workflow can run. */
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

/** Limits as a setting spells them: `200/day,100/call`. */
export const spelledBudget = (limits: readonly BudgetLimit[]): string => limits.map(limitInWords).join(',');

/**
 * The most that one call of a workflow takes, in credits; `null` where the platform states no bound. Contract 1 to 3, the
 * credits columns; a test compares this with the catalog.
 *
 * @internal exported for tests
 */
export const workflowPrices: Readonly<Record<string, number | null>> = {
  audit_page: 75,
  audit_site: 10,
  research_keywords: 5,
  write_article: 5,
  ask_agent: null,
};

/** Workflows that these limits never let through, whatever the label, with the reason. Windows longer than a call count when they are empty. */
export function leftOut(limits: readonly BudgetLimit[], unpriced: number | undefined): string[] {
  const always = limits.filter(({ label }) => label === undefined);
  if (always.length === 0) return [];
  const smallestLimit = Math.min(...always.map(({ credits }) => credits));
  return Object.entries(workflowPrices).flatMap(([name, price]) => {
    if (price === null && unpriced === undefined) return [`${name} (no stated bound: reserves the whole balance)`];
    const needed = price ?? unpriced ?? 0;
    return needed > smallestLimit ? [`${name} (up to ${needed})`] : [];
  });
}
