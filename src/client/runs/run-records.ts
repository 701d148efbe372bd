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

/** Asked before the credits of a run are held; throws to refuse. */
export type RunConsent = (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;

/** Runs of programs of this client's account, their credits held within its budget. */
export interface RunRecords {
  /**
   * Puts a run on record and holds its credits; resolves with the run that has the key, where another has it. Rejects with
   * `BudgetRefused`, or with what `consent` throws.
   */
  begin(
    run: Omit<NewRun, 'account' | 'session' | 'consent' | 'owner'>,
    lease: Lease,
    consent?: RunConsent,
    /** What a person is shown who is asked for consent. */
    shown?: string,
  ): Promise<Run>;
  /** Takes over a run that no process carries out. Rejects with `BudgetRefused` where its credits cannot be held again. */
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
  /** The caller's run of that key. */
  findByKey(key: string): Promise<Run | undefined>;
  /** How a run stands that `find` has shown to be this account's: cheap, whatever is on record with it. */
  standing(id: string): Promise<Pick<Run, 'state' | 'isLeased'> | undefined>;
  list(filter: Omit<RunFilter, 'owner'>): Promise<RunSummary[]>;
  /** Drops runs that ended longer than so many milliseconds ago. */
  clean(keptMs: number): Promise<void>;
}

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** How a run stands. `interrupted`: on record as running, and no process carries it on. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;
