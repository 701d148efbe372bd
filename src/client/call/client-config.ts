import type { Pins } from '../../catalog/pins.ts';
import type { Clock } from '../../clock.ts';
import type { Proxies } from '../../proxies.ts';
import type { State } from '../../state/state.ts';
import type { Meter } from '../meter.ts';
import type { BudgetLimit } from '../../budget-limit.ts';
import type { DefaultBudget } from '../money/budget.ts';
import type { DriftNotice } from '../money/drift-notice.ts';

export interface ClientConfig {
  /** Service address; ends in `/api/v1`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Absent: requests leave directly. */
  readonly proxies?: Proxies | undefined;
  /** Identifies the service where its address changes, as the embedded platform's does. */
  readonly service?: string | undefined;
  /** The operator's name for the account that ledger, jobs and limits are kept under. Absent: the team of the token. */
  readonly account?: string | undefined;
  /** What everything is done for that names no other label. */
  readonly label?: string | undefined;
  readonly state: State;
  /** Further texts that must never be stored, such as the HTTP token. */
  readonly secrets?: readonly string[] | undefined;
  readonly budget: readonly BudgetLimit[];
  /** One of several callers: jobs and results are kept apart by `owner`, and `limits` hold for this caller beside the budget. */
  readonly caller?: { readonly owner: string; readonly limits: readonly BudgetLimit[] } | undefined;
  /** Thresholds for the credits spent since a person last agreed to a price. Beyond one, the next call asks. */
  readonly consentThresholds?: readonly BudgetLimit[] | undefined;
  /** The budget where neither `budget` nor the store has a limit. */
  readonly defaultBudget?: DefaultBudget | undefined;
  /** IANA name of the time zone in which the budget's days, weeks and months are cut. Default UTC. */
  readonly zone?: string | undefined;
  /** Credits reserved where the platform states no bound for a price. */
  readonly unpriced?: number | undefined;
  /** The projects that all calls are tied to. Absent: any. */
  readonly pins?: Pins | undefined;
  readonly requestsPerMinute: number;
  /** Seconds a call may block unless its options say otherwise. */
  readonly maxWaitSeconds: number;
  /** Real paths of files that are never uploaded: token file, state. */
  readonly secretFiles?: readonly string[] | undefined;
  /** Once aborted, calls that wait for a job come back with its handle. */
  readonly endWaits?: AbortSignal | undefined;
  /** How many times faster than usual the platform works, for progress: the embedded one does. Default 1. */
  readonly jobSpeed?: number | undefined;
  readonly clock?: Clock | undefined;
  readonly meter?: Meter | undefined;
  /** Whether the platform's events come into the state. Default false. */
  readonly eventsCome?: boolean | undefined;
  /** When charges whose answers state no amount are looked up: in the background (default), or only when money is looked at. */
  readonly chargeLookup?: 'background' | 'on_demand' | undefined;
  /** Called for each call that the platform charged more than its estimate. */
  readonly onDrift?: ((notice: DriftNotice) => void) | undefined;
}
