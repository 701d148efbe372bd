import type { ExceededThreshold, Quote } from '../call/reply.ts';
import type { Consent } from '../../state/ledger.ts';
import type {
  HoldOptions,
  Lease,
  NewRun,
  Run,
  RunEnd,
  RunFilter,
  RunNote,
  RunSummary,
  TakeAnswer,
} from '../../state/run-store.ts';

export { isLabel, labelInWords } from '../../budget-limit.ts';
export { leaseOwner } from '../../state/lease-owner.ts';
export { newRunId } from '../../state/run-store.ts';
export type {
  CallNote,
  Lease,
  Run,
  RunCall,
  RunEnd,
  RunNote,
  RunStep,
  RunSummary,
  StepNote,
  TakeAnswer,
} from '../../state/run-store.ts';

/** Asks for consent before the credits of a run are reserved; throws to refuse. */
export type RunConsent = (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;

/** Program runs of this client's account, whose credits are reserved within its budget. */
export interface RunRecords {
  /**
   * Records a run and reserves its credits. If a run with the same key exists, resolves with that. Rejects with `BudgetRefused`, or with
   * the error of `consent`.
   */
  begin(
    run: Omit<NewRun, 'account' | 'consent' | 'owner'>,
    lease: Lease,
    consent?: RunConsent,
    /** Text that the person asked for consent is shown. */
    shown?: string,
  ): Promise<Run>;
  /** Takes over a run that no process executes. Rejects with `BudgetRefused` if its credits cannot be reserved again. */
  take(
    id: string,
    lease: Lease,
    options?: Pick<HoldOptions, 'isFailover'>,
  ): Promise<Exclude<TakeAnswer, { kind: 'refused' }>>;
  renew(id: string, lease: Lease): Promise<boolean>;
  note(id: string, lease: Lease, notes: readonly RunNote[]): Promise<boolean>;
  end(id: string, owner: string, end: RunEnd): Promise<boolean>;
  release(id: string, owner: string): Promise<void>;
  cancel(id: string): Promise<Run | undefined>;
  find(id: string): Promise<Run | undefined>;
  /** The caller's run with that key. */
  findByKey(key: string): Promise<Run | undefined>;
  /** State of a run that `find` has returned before, without reading its journal. */
  standing(id: string): Promise<Pick<Run, 'state' | 'isLeased'> | undefined>;
  list(filter: Omit<RunFilter, 'owner'>): Promise<RunSummary[]>;
  /** Deletes runs that ended more than `keptMs` milliseconds ago. */
  clean(keptMs: number): Promise<void>;
}

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** State of a run. `interrupted`: recorded as running, but no process executes it. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;
