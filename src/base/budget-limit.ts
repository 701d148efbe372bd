/** The windows over which a limit can sum credits. Hours, days, weeks and months are those of the calendar. */
export const budgetWindows = ['call', 'session', 'hour', 'day', 'week', 'month', 'total'] as const;

export type BudgetWindow = (typeof budgetWindows)[number];

/** At most `credits` whole credits within one `window`. */
export interface BudgetLimit {
  readonly credits: number;
  readonly window: BudgetWindow;
  /** Counts only spending under this label. Absent: all spending. */
  readonly label?: string | undefined;
}

/** A limit as a setting spells it: `200/day`, `20/day@nightly`. */
export const limitInWords = ({ credits, window, label }: BudgetLimit): string =>
  `${credits}/${window}${label === undefined ? '' : `@${label}`}`;

/** Whether a limit counts spending under that label. */
export const appliesToLabel = (limit: Pick<BudgetLimit, 'label'>, label: string | undefined): boolean =>
  limit.label === undefined || limit.label === label;

/** The form of a label, which appears in settings, tables and metrics. */
export const labelForm = /^[\w][\w.:-]{0,59}$/;

/** Text that describes a valid label. */
export const labelInWords = 'letters, digits and . _ : -, 1 to 60 of them, such as nightly';

/** Whether a text can be a label. */
export const isLabel = (text: string): boolean => labelForm.test(text);
