import type { Effect } from '../../catalog/index.ts';

/** What a call is expected to cost, at most. */
export interface Quote {
  readonly operation: string;
  readonly effect: Effect;
  /** Upper bound in credits. `null`: no bound is known. */
  readonly credits: number | null;
  /** How the bound is calculated, as text. */
  readonly basis: string;
  /** What the call is for, as a phrase after "to". */
  readonly purpose?: string | undefined;
  /** What the platform will charge later because of the call, as text; not included in `credits`. */
  readonly recurring?: string | undefined;
  /** Text shown to a person in place of the arguments. */
  readonly shown?: string | undefined;
}

/** A threshold that the credits spent since a person last agreed would exceed with this call. */
export interface ExceededThreshold {
  /** As configured, such as `100/session`. */
  readonly limit: string;
  readonly spent: number;
}
