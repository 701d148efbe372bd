import type { Clock } from '../../clock.ts';
import type { State } from '../../state/state.ts';
import { limitInWords, type BudgetLimit } from '../../budget-limit.ts';
import type { Budget } from '../money/budget.ts';
import type { Quote } from '../call/reply.ts';
import type { RunRecords } from './run-records.ts';

export interface RunRecordsParts {
  readonly state: State;
  readonly account: string;
  readonly budget: Pick<Budget, 'hold'>;
  readonly clock: Clock;
  /** Maximum credits to spend since a person last agreed. A run that would exceed one asks for consent before it starts. */
  readonly consentThresholds: readonly BudgetLimit[];
}

/** Creates the run records of one account. */
export function createRunRecords({ state, account, budget, clock, consentThresholds }: RunRecordsParts): RunRecords {
  const { runs } = state;
  return {
    renew: runs.renew,
    note: runs.note,
    end: runs.end,
    release: runs.release,
    standing: runs.standing,
    async begin(run, lease, ask, shown) {
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
      return admission.run;
    },
    async take(id, lease, options) {
      const record = await runs.find(account, id);
      const credits = record ? Math.max(0, record.maxCredits - record.charged - record.held) : 0;
      return budget.hold(
        credits,
        (terms) => runs.take(account, id, { ...lease, ...options, ...terms }),
        [],
        record?.label,
      );
    },
    cancel: (id) => runs.cancel(account, id),
    find: (id) => runs.find(account, id),
    findByKey: (key) => runs.findByKey(account, key),
    list: (filter) => runs.list(account, filter),
    clean: (keptMs) => runs.clean(account, clock.now() - keptMs),
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
