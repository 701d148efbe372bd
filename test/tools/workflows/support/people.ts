import type { Quote } from '../../../../src/client/calls/reply.ts';
import { VisibilityError } from '../../../../src/client/errors.ts';

interface Person {
  readonly asked: Quote[];
  consent(quote: Quote): void;
}

const person = (agrees: (quote: Quote, before: readonly Quote[]) => boolean): Person => {
  const asked: Quote[] = [];
  return {
    asked,
    consent: (quote) => {
      const isAgreed = agrees(quote, asked);
      asked.push(quote);
      if (isAgreed) return;
      throw new VisibilityError('confirmation_required', `a person has to agree to ${quote.operation}`, {
        outcome: 'not_sent',
      });
    },
  };
};

/** Says no to everything. */
export const aPersonWhoDeclines = (): Person => person(() => false);

/** Agrees once to each operation, as a signed approval does: whoever asks a second time is refused. */
export const aPersonWhoAgreesOnce = (): Person =>
  person(({ operation }, before) => before.every((one) => one.operation !== operation));
