import { createRequestStateCodec, inputRequired, inputResponse, type InputRequiredResult, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Quote } from '../client/reply.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import { canonicalJson } from './canonical-json.ts';
import { digest } from './digest.ts';
import type { Step } from './question-desk.ts';

/** When a person has to agree before credits are spent. */
export interface ConsentTerms {
  /** Credits above which a person is asked. Absent: never. */
  readonly confirmAbove?: number;
  /** The operator has said that nobody can be asked; the limits alone decide. */
  readonly unattended: boolean;
}

/** The question of consent within one tool call. */
export interface Consent {
  /** For `ToolContext.consent`. Throws unless the spending may go ahead. */
  readonly ask: (quote: Quote) => void;
  /** The call that the person agreed to, where it is not the one the host makes but takes an answer of theirs on. */
  readonly step?: Step;
  /** What to answer instead of the tool's result, if a person has to be asked first. */
  readonly question: (more?: Asking) => Promise<InputRequiredResult | undefined>;
}

export interface Asking {
  /** The call to go on with, where it is not the one the host makes. */
  readonly step?: Step;
  /** What limits and balance leave, in words. */
  readonly left?: () => Promise<string | undefined>;
}

export interface ConsentDesk {
  /** Where there is no person to ask. Throws for whatever would need one. */
  withoutPerson(quote: Quote): void;
  open(tool: string, args: unknown, ctx: ServerContext, canAsk: boolean): Promise<Consent>;
}

interface Approval {
  readonly operation: string;
  /** `null`: no bound was known, and the person was told so. */
  readonly credits: number | null;
}

/** What travels through the client, signed: an approval holds for this call only, and once. */
interface Sealed {
  readonly call: string;
  readonly approvals: readonly Approval[];
  readonly step?: Step;
  readonly once: string;
}

const validSeconds = 600;
const question = 'consent';

/**
 * Lets a person, and nobody else, agree to dear calls. The question travels to the host as an
 * elicitation; what it was about travels with it, sealed over the tool, its arguments and the
 * price, single use, valid for ten minutes. State that does not verify counts as none, so the
 * person is simply asked again. Whatever the model writes into arguments has no influence here.
 */
export function createConsentDesk(terms: ConsentTerms): ConsentDesk {
  let made: RequestStateCodec<Sealed> | undefined;
  const codec = () => (made ??= createRequestStateCodec<Sealed>({ key: crypto.getRandomValues(new Uint8Array(32)), ttlSeconds: validSeconds }));
  const used = new Map<string, number>();

  return {
    withoutPerson(quote) {
      if (needsPerson(quote, terms)) throw refusal(quote, terms, false, false);
    },
    async open(tool, args, ctx, canAsk) {
      const response = inputResponse(ctx.mcpReq.inputResponses, question);
      const sealed = response.kind === 'elicit' ? await unseal(ctx, await digest([tool, args])) : undefined;
      const declined = sealed !== undefined && response.kind === 'elicit' && response.action !== 'accept';
      const approved = sealed && !declined ? [...sealed.approvals] : [];
      let asked: Quote | undefined;
      let spent = false;

      return {
        ...(sealed?.step ? { step: sealed.step } : {}),
        ask(quote) {
          if (!needsPerson(quote, terms)) {
            spent ||= quote.credits !== 0;
            return;
          }
          const at = approved.findIndex((approval) => covers(approval, quote));
          if (at >= 0) {
            approved.splice(at, 1);
            spent = true;
            return;
          }
          // Asking means running the call again from its start. What has been paid for by then would be paid twice.
          if (canAsk && !declined && !spent) asked ??= quote;
          throw refusal(quote, terms, declined, canAsk);
        },
        async question({ step, left } = {}) {
          if (!asked) return undefined;
          const approvals = [...(sealed?.approvals ?? []).filter((approval) => approval.operation !== asked?.operation), { operation: asked.operation, credits: asked.credits }];
          return inputRequired({
            inputRequests: {
              [question]: inputRequired.elicit({ message: wording(asked, step?.args ?? args, await left?.()), requestedSchema: { type: 'object', properties: {} } }),
            },
            requestState: await codec().mint({ call: await digest([tool, args]), approvals, ...(step ? { step } : {}), once: crypto.randomUUID() }),
          });
        },
      };
    },
  };

  async function unseal(ctx: ServerContext, call: string): Promise<Sealed | undefined> {
    const state = ctx.mcpReq.requestState<unknown>();
    if (typeof state !== 'string') return undefined;
    try {
      const sealed = await codec().verify(state, ctx);
      if (sealed.call !== call || used.has(sealed.once)) return undefined;
      forgetExpired(used);
      used.set(sealed.once, Date.now());
      return sealed;
    } catch {
      return undefined;
    }
  }
}

function needsPerson(quote: Quote, { confirmAbove, unattended }: ConsentTerms): boolean {
  if (confirmAbove === undefined || unattended) return false;
  return quote.credits === null || quote.credits > confirmAbove;
}

/** A person who agreed to at most 30 agreed to 20 as well; never the other way round. */
function covers(approval: Approval, quote: Quote): boolean {
  if (approval.operation !== quote.operation) return false;
  if (approval.credits === null || quote.credits === null) return approval.credits === quote.credits;
  return quote.credits <= approval.credits;
}

function refusal(quote: Quote, terms: ConsentTerms, declined: boolean, canAsk: boolean): VisibilityError {
  const price = priceOf(quote);
  const facts = { operation: quote.operation, credits: quote.credits, confirm_above: terms.confirmAbove };
  if (declined) {
    return new VisibilityError('confirmation_required', `The person was asked and did not agree to spend ${price} on ${quote.operation}. Nothing was sent.`, {
      outcome: 'not_sent',
      next: 'Do not repeat the call unless the person asks for it.',
      facts,
    });
  }
  return new VisibilityError('confirmation_required', `${quote.operation} costs ${price}, and a person has to agree to more than ${terms.confirmAbove}.`, {
    outcome: 'not_sent',
    next: canAsk
      ? 'Repeat the call on its own; the person is asked then.'
      : 'This host cannot ask: only its operator can raise VISIBILITY_CONFIRM_ABOVE or start it with --unattended.',
    facts,
  });
}

const priceOf = ({ credits }: Quote): string => (credits === null ? 'an amount the platform does not bound' : `up to ${credits} credits`);

/** The arguments were written by a model: shown as they are, cut, and after the facts. */
function wording(quote: Quote, args: unknown, left: string | undefined): string {
  const shown = canonicalJson(args);
  const cut = shown.length > 500 ? `${shown.slice(0, 500)}…` : shown;
  return `Spend ${priceOf(quote)} on ${quote.operation}? (${quote.basis})${left ? `\n${left}` : ''}\nThe call: ${cut}`;
}

function forgetExpired(used: Map<string, number>): void {
  const horizon = Date.now() - validSeconds * 1000;
  for (const [once, at] of used) if (at < horizon) used.delete(once);
}
