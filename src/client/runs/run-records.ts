import type { ExceededThreshold, Quote } from '../call/reply.ts';
import type { Consent, LimitWindow } from '../../state/ledger.ts';
import type { Lease, NewRun, Run, RunEnd, RunNote, RunState, Taken } from '../../state/run-store.ts';

export { newRunId } from '../../state/run-store.ts';
export type {
  CallNote,
  Lease,
  Run,
  RunCall,
  RunEnd,
  RunNote,
  RunStanding,
  RunState,
  RunStep,
  StepNote,
  Taken,
} from '../../state/run-store.ts';

/** Asked before the credits of a run are held; throws to refuse. */
export type RunConsent = (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;

/** Runs of programs of this client's account, their credits held within its budget. */
export interface RunRecords {
  /** Puts a run on record and holds its credits. Rejects with `BudgetRefused`, or with what `consent` throws. */
  begin(
    run: Omit<NewRun, 'account' | 'session' | 'consent' | 'owner'>,
    lease: Lease,
    consent?: RunConsent,
    /** What a person is shown who is asked for consent. */
    shown?: string,
  ): Promise<Run>;
  /** Takes over a run that no process carries out. Rejects with `BudgetRefused` where its credits cannot be held again. */
  take(id: string, lease: Lease, endedOwner?: string): Promise<Exclude<Taken, { kind: 'refused' }>>;
  renew(id: string, lease: Lease): Promise<boolean>;
  note(id: string, lease: Lease, notes: readonly RunNote[]): Promise<boolean>;
  end(id: string, owner: string, end: RunEnd): Promise<boolean>;
  release(id: string, owner: string): Promise<void>;
  cancel(id: string): Promise<Run | undefined>;
  find(id: string): Promise<Run | undefined>;
  list(filter: { readonly state?: RunState; readonly limit: number }): Promise<Run[]>;
  /** Drops runs that ended longer than so many milliseconds ago. */
  clean(keptMs: number): Promise<void>;
}

/** A limit as a question to a person names it. */
export const limitInWords = ({ credits, window }: LimitWindow): string => `${credits}/${window}`;
