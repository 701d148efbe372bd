import type { Pins } from '../catalog/index.ts';
import type { BudgetLimit, Clock, Proxies } from '../base/index.ts';
import type { State } from '../state/index.ts';
import type { Meter } from './meter.ts';
import type { BudgetOptions } from './money/budget.ts';
import type { MoneyRefusal } from './calls/paid-call.ts';

/** Everything that `createClient` needs to connect to one account of the platform. */
export interface ClientConfig extends BudgetOptions {
  /** Service address; ends in `/api/v1`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Proxies that requests go through. Absent: requests connect directly. */
  readonly proxies?: Proxies | undefined;
  /** Identifies the service where its address changes, as the embedded platform's does. */
  readonly service?: string | undefined;
  /** The operator's name for the account that ledger, jobs and limits are kept under. Absent: the team of the token. */
  readonly account?: string | undefined;
  /** Label recorded with every call that states none of its own: what its credits are spent for. */
  readonly label?: string | undefined;
  readonly state: State;
  /** Secrets besides `token` that are redacted before anything is stored, such as the HTTP token. */
  readonly secrets?: readonly string[] | undefined;
  /** Maximum credits to spend since a person last agreed to a price. A call that would exceed one asks for consent again. */
  readonly consentThresholds?: readonly BudgetLimit[] | undefined;
  /** The only projects that calls may use. Absent: all projects of the team. */
  readonly pins?: Pins | undefined;
  readonly requestsPerMinute: number;
  /** Seconds a call may block unless its options say otherwise. */
  readonly maxWaitSeconds: number;
  /** Real paths of files that are never uploaded: token file, state. */
  readonly secretFiles?: readonly string[] | undefined;
  /** Once aborted, calls that wait for a job return its handle instead of its result. */
  readonly endWaits?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  readonly meter?: Meter | undefined;
  /** Whether webhook deliveries of the platform are stored in the state. Default false. */
  readonly eventsCome?: boolean | undefined;
  /** Called for each paid call that was refused for lack of money or consent. */
  readonly onRefused?: ((refusal: MoneyRefusal) => void) | undefined;
}
