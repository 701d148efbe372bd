import { limitInWords } from '../../base/budget-limit.ts';
import type { AccountRuns, ExceededThreshold, Quote } from '../../client/index.ts';
import type { Consent } from '../../state/index.ts';
import { type Lease, type NewRun, type Run, runBounds } from '../../state/run-store.ts';
import { runRefusal } from './run-failure.ts';

/** Asks for consent before the credits of a run are reserved; throws to refuse. */
export type RunConsent = (quote: Quote, exceeded?: ExceededThreshold) => Consent | void | Promise<Consent | void>;

/**
 * Records a run and reserves its credits. If a run with the same key exists, resolves with that. Rejects with
 * `BudgetRefused`, or with the error of `ask`.
 * @param shown text for the person who is asked for consent
 */
export async function beginRun(
  { account, store, budget, consentThresholds }: AccountRuns,
  run: Omit<NewRun, 'account' | 'consent' | 'owner'>,
  lease: Lease,
  ask?: RunConsent,
  shown?: string,
): Promise<Run> {
  const quote: Quote = {
    operation: 'run_code',
    effect: 'paid',
    credits: run.maxCredits,
    basis: 'max_credits of the program',
    purpose: 'let a program spend them on its own calls',
    shown,
  };
  let consent = (run.maxCredits > 0 ? await ask?.(quote) : 'not_needed') ?? undefined;
  const begin = (isAgreed: boolean) =>
    budget.hold(
      run.maxCredits,
      (options) => store.begin({ ...run, account, consent }, { ...lease, ...options }),
      isAgreed ? [] : consentThresholds,
      run.label,
    );
  let admission = await begin(consent !== 'not_needed');
  if (admission.kind === 'needs_person') {
    consent = (await ask?.(quote, { limit: limitInWords(admission.limit), spent: admission.spent })) ?? undefined;
    admission = await begin(true);
  }
  if (admission.kind === 'needs_person') throw new Error('a run that a person agreed to needs no further consent');
  if (admission.kind === 'full')
    throw runRefusal(
      'run_limit',
      `You have ${runBounds.runs} programs on record: no more are kept.`,
      'Programs are deleted from the record 30 days after their end.',
    );
  return admission.run;
}
