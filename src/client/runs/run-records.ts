import { limitInWords, type BudgetLimit } from '../../base/budget-limit.ts';
import type { Clock } from '../../base/clock.ts';
import type { Consent } from '../../state/ledger.ts';
import type {
  HoldOptions,
  Lease,
  NewRun,
  Run,
  RunCounts,
  RunEffect,
  RunEnd,
  RunFilter,
  RunSummary,
  TakeAnswer,
} from '../../state/run-store.ts';
import { runBounds } from '../../state/run-store.ts';
import type { State } from '../../state/state.ts';
import type { ExceededThreshold, Quote } from '../calls/reply.ts';
import { VisibilityError } from '../errors/visibility-error.ts';

export { isLabel, labelInWords } from '../../base/budget-limit.ts';
export { leaseOwner } from '../../state/lease-owner.ts';
export { newRunId } from '../../state/run-store.ts';
export type { EffectOutcome, Lease, Run, RunCounts, RunEffect, RunSummary, TakeAnswer } from '../../state/run-store.ts';

/** Asks for consent before the credits of a run are reserved; throws to refuse. */
export type RunConsent = (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;

type HoldCredits = <T extends { readonly kind: string }>(
  credits: number,
  attempt: (effective: Omit<HoldOptions, keyof Lease | 'isFailover' | 'runOwner'>) => Promise<T>,
  thresholds: readonly BudgetLimit[],
  label?: string,
) => Promise<Exclude<T, { readonly kind: 'refused' }>>;

export interface RunRecordsParts {
  readonly state: State;
  readonly account: string;
  /** Reserves credits in every limit. */
  readonly budget: { hold: HoldCredits };
  readonly clock: Clock;
  /** Maximum credits to spend since a person last agreed. A run that would exceed one asks for consent before it starts. */
  readonly consentThresholds: readonly BudgetLimit[];
}

/** Program runs of one account, whose credits are reserved within its budget. */
export type RunRecords = ReturnType<typeof createRunRecords>;

export function createRunRecords({ state, account, budget, clock, consentThresholds }: RunRecordsParts) {
  const { runs } = state;
  return {
    /**
     * Records a run and reserves its credits. If a run with the same key exists, resolves with that. Rejects with `BudgetRefused`, or
     * with the error of `ask`.
     *
     * @param shown text for the person who is asked for consent
     */
    async begin(
      run: Omit<NewRun, 'account' | 'consent' | 'owner'>,
      lease: Lease,
      ask?: RunConsent,
      shown?: string,
    ): Promise<Run> {
      const quote = quoteOf(run.maxCredits, shown);
      let consent = (run.maxCredits > 0 ? await ask?.(quote) : 'not_needed') ?? undefined;
      const begin = (isAgreed: boolean) =>
        budget.hold(
          run.maxCredits,
          (options) => runs.begin({ ...run, account, consent }, { ...lease, ...options }),
          isAgreed ? [] : consentThresholds,
          run.label,
        );
      let admission = await begin(consent !== 'not_needed');
      if (admission.kind === 'needs_person') {
        consent = (await ask?.(quote, { limit: limitInWords(admission.limit), spent: admission.spent })) ?? undefined;
        admission = await begin(true);
      }
      if (admission.kind === 'needs_person') throw new Error('a run that a person agreed to needs no other');
      if (admission.kind === 'full')
        throw new VisibilityError('run_limit', `You have ${runBounds.runs} programs on record: no more are kept.`, {
          outcome: 'not_sent',
          next: 'Programs leave the record 30 days after their end.',
        });
      return admission.run;
    },

    /** Takes over a run that no process executes. Rejects with `BudgetRefused` if its credits cannot be reserved again. */
    async take(
      id: string,
      lease: Lease,
      options?: Pick<HoldOptions, 'isFailover'>,
    ): Promise<Exclude<TakeAnswer, { kind: 'refused' }>> {
      const record = await runs.find(account, id);
      const credits = record ? Math.max(0, record.maxCredits - record.charged - record.held) : 0;
      return budget.hold(
        credits,
        (terms) => runs.take(account, id, { ...lease, ...options, ...terms }),
        [],
        record?.label,
      );
    },

    renew: (id: string, lease: Lease, calls: RunCounts): Promise<boolean> => runs.renew(id, lease, calls),
    noteEffect: (id: string, lease: Lease, effect: RunEffect, isDelivered: boolean): Promise<boolean> =>
      runs.noteEffect(id, lease, effect, isDelivered),
    forgetEffect: (id: string, lease: Lease, effect: string): Promise<boolean> => runs.forgetEffect(id, lease, effect),
    end: (id: string, owner: string, end: RunEnd): Promise<boolean> => runs.end(id, owner, end),
    release: (id: string, owner: string, calls?: RunCounts): Promise<void> => runs.release(id, owner, calls),
    /** State of a run that `find` has returned before, without reading its result. */
    standing: (id: string): Promise<Pick<Run, 'state' | 'isLeased'> | undefined> => runs.standing(id),
    cancel: (id: string): Promise<Run | undefined> => runs.cancel(account, id),
    find: (id: string): Promise<Run | undefined> => runs.find(account, id),
    findByKey: (key: string): Promise<Run | undefined> => runs.findByKey(account, key),
    list: (filter: Omit<RunFilter, 'owner'>): Promise<RunSummary[]> => runs.list(account, filter),
    /** Deletes runs that ended more than `keptMs` milliseconds ago. */
    clean: (keptMs: number): Promise<void> => runs.clean(account, clock.now() - keptMs),
  };
}

const quoteOf = (credits: number, shown: string | undefined): Quote => ({
  operation: 'run_code',
  effect: 'paid',
  credits,
  basis: 'max_credits of the program',
  purpose: 'let a program spend them on calls of its own',
  shown,
});

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** State of a run. `interrupted`: recorded as running, but no process executes it. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;
