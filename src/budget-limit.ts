/** The windows that a limit can hold over. Hours, days, weeks and months are those of the calendar. */
export const budgetWindows = ['call', 'session', 'hour', 'day', 'week', 'month', 'total'] as const;

export type BudgetWindow = (typeof budgetWindows)[number];

/** At most `credits` whole credits within one `window`. */
export interface BudgetLimit {
  readonly credits: number;
  readonly window: BudgetWindow;
}
