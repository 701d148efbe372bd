import { VisibilityError } from '../../../src/client/errors/visibility-error.ts';
import type { Quote } from '../../../src/client/call/reply.ts';

interface Person {
  readonly asked: Quote[];
  consent(quote: Quote): void;
}

const refusal = (quote: Quote): VisibilityError =>
  new VisibilityError('confirmation_required', `a person has to agree to ${quote.operation}`, { outcome: 'not_sent' });

/** Says no to everything. */
export function aPersonWhoDeclines(): Person {
  const asked: Quote[] = [];
  return {
    asked,
    consent: (quote) => {
      asked.push(quote);
      throw refusal(quote);
    },
  };
}

/** Agrees once to each operation, as a signed approval does: whoever asks a second time is refused. */
export function aPersonWhoAgreesOnce(): Person {
  const asked: Quote[] = [];
  return {
    asked,
    consent: (quote) => {
      const before = asked.some(({ operation }) => operation === quote.operation);
      asked.push(quote);
      if (before) throw refusal(quote);
    },
  };
}
