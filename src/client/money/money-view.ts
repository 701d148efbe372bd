import type { VisibilityError } from '../errors.ts';
import type { LimitSource } from './budget-presets.ts';

/** Spending against one limit of the budget. */
export interface LimitView {
  /** As configured, such as `200/day`. */
  readonly limit: string;
  readonly spent: number;
  /** Credits held for calls in flight, for jobs that are charged at their end, and for calls with an unknown outcome. */
  readonly reserved: number;
  readonly left: number;
  /** Where the limit comes from. */
  readonly from?: LimitSource | undefined;
  /** ISO 8601; absent for `call`, `session` and `total`. */
  readonly resets_at?: string | undefined;
}

/** Credits charged within the last 30 days to this token, as far as this store recorded them. Days are UTC. */
export interface Spending {
  readonly by_operation: readonly { readonly operation: string; readonly calls: number; readonly charged: number }[];
  readonly by_day: readonly { readonly day: string; readonly charged: number }[];
  /** Absent if no call had a label. */
  readonly by_label?:
    | readonly { readonly label: string; readonly calls: number; readonly charged: number }[]
    | undefined;
}

/** Balance, limits, reservations and spending of the account, in credits. */
export interface MoneyView {
  /** The team's balance as the platform reports it. */
  readonly balance?: number | undefined;
  readonly plan?: string | undefined;
  /** ISO 8601: when the platform renews the credits of the plan. */
  readonly renews_at?: string | undefined;
  /** Why the balance could not be read: error code and message. */
  readonly balance_unknown?: string | undefined;
  /** The error that `balance_unknown` describes. */
  readonly failure?: VisibilityError | undefined;
  readonly limits: readonly LimitView[];
  readonly reservations: readonly {
    entry: string;
    operation: string;
    credits: number;
    state: string;
    since: string;
  }[];
  readonly recent: readonly {
    at: string;
    operation: string;
    estimated: number;
    charged: number;
    state: string;
    job_id?: string | undefined;
  }[];
  /** Totals of everything that this store recorded for the token. */
  readonly totals: { readonly charged: number; readonly reserved: number; readonly in_doubt: number };
  readonly spending: Spending;
  /** Operations that were charged more than their estimates within the last 30 days: totals, and the time of the latest such charge. */
  readonly drift?:
    | readonly {
        readonly operation: string;
        readonly calls: number;
        readonly estimated: number;
        readonly charged: number;
        readonly at: string;
      }[]
    | undefined;
  /** Charges recorded with their estimates until the platform's credit history confirms the amount. */
  readonly unconfirmed?: { readonly charges: number; readonly credits: number } | undefined;
  /** Why the limits do not count credits spent before this store was created; absent if they do. */
  readonly earlier_spending?: string | undefined;
}
