import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Beyond, Quote } from '../../client/call/reply.ts';
import { cleanDeep } from '../../text/clean-deep.ts';
import { oneLine } from '../../text/one-line.ts';
import { VisibilityError } from '../../client/errors/visibility-error.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Step } from './platform-elicitation.ts';
import { createSingleUseSeal } from './single-use-seal.ts';

/** When a person has to agree before credits are spent. */
export interface ConsentTerms {
  /** Credits above which a person is asked. Absent: never. */
  readonly confirmAbove?: number;
  /** Whether a person is asked for sums as well; which ones, the client knows. */
  readonly confirmBeyond?: readonly object[];
  /** The operator has said that nobody can be asked; the limits alone decide. */
  readonly unattended: boolean;
}

/** The question of consent within one tool call. */
export interface Consent {
  /** For `ToolContext.consent`. Throws unless the spending may go ahead. */
  readonly ask: (quote: Quote, beyond?: Beyond) => Consented;
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
  withoutPerson(quote: Quote, beyond?: Beyond): Consented;
  open(tool: string, args: unknown, ctx: ServerContext, canAsk: boolean): Promise<Consent>;
}

/** Who agreed to a price. */
type Consented = 'not_needed' | 'person' | 'unattended';

interface Approval {
  readonly operation: string;
  /** `null`: no bound was known, and the person was told so. */
  readonly credits: number | null;
}

/** What travels through the client, signed: an approval holds for this call only, and once. */
interface Sealed {
  readonly approvals: readonly Approval[];
  readonly step?: Step;
}

const question = 'consent';

/**
 * Lets a person, and nobody else, agree to dear calls. The question travels to the host as an
 * elicitation; what it was about travels with it, sealed over the tool, its arguments and the
 * price, single use, valid for ten minutes. State that does not verify counts as none, so the
 * person is simply asked again. Whatever the model writes into arguments has no influence here.
 */
export function createConsentDesk(terms: ConsentTerms): ConsentDesk {
  const seal = createSingleUseSeal<Sealed>();

  return {
    withoutPerson(quote, beyond) {
      if (terms.unattended) return 'unattended';
      if (beyond || needsPerson(quote, terms)) throw refusal({ quote, beyond }, terms, false, false);
      return 'not_needed';
    },
    async open(tool, args, ctx, canAsk) {
      const response = inputResponse(ctx.mcpReq.inputResponses, question);
      const sealed = response.kind === 'elicit' ? await seal.open(tool, args, ctx) : undefined;
      const declined = sealed !== undefined && response.kind === 'elicit' && response.action !== 'accept';
      const approved = sealed && !declined ? [...sealed.approvals] : [];
      let asked: Question | undefined;
      let spent = false;
      /** The quote that was let through last, and whether anything was spent before it. */
      let passed: { readonly quote: Quote; readonly spentBefore: boolean } | undefined;

      return {
        ...(sealed?.step ? { step: sealed.step } : {}),
        ask(quote, beyond) {
          if (terms.unattended) return 'unattended';
          // It was let through for its price and is not reserved yet: nothing of it is spent.
          if (beyond && passed?.quote === quote) spent = passed.spentBefore;
          const at = approved.findIndex((approval) => covers(approval, quote));
          if (at >= 0) {
            approved.splice(at, 1);
            spent = true;
            return 'person';
          }
          if (!beyond && !needsPerson(quote, terms)) {
            passed = { quote, spentBefore: spent };
            spent ||= quote.credits !== 0;
            return 'not_needed';
          }
          // Asking means running the call again from its start. What has been paid for by then would be paid twice.
          if (canAsk && !declined && !spent) asked ??= { quote, beyond };
          throw refusal({ quote, beyond }, terms, declined, canAsk);
        },
        async question({ step, left } = {}) {
          if (!asked) return undefined;
          const approvals = [
            ...(sealed?.approvals ?? []).filter((approval) => approval.operation !== asked?.quote.operation),
            { operation: asked.quote.operation, credits: asked.quote.credits },
          ];
          return inputRequired({
            inputRequests: {
              [question]: inputRequired.elicit({
                message: wording(asked, step?.args ?? args, await left?.()),
                requestedSchema: { type: 'object', properties: {} },
              }),
            },
            requestState: await seal.seal(tool, args, ctx, { approvals, ...(step ? { step } : {}) }),
          });
        },
      };
    },
  };
}

/** What a person is asked about. */
interface Question {
  readonly quote: Quote;
  readonly beyond: Beyond | undefined;
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

function refusal(
  { quote, beyond }: Question,
  terms: ConsentTerms,
  declined: boolean,
  canAsk: boolean,
): VisibilityError {
  const price = priceOf(quote);
  const facts = {
    operation: quote.operation,
    credits: quote.credits,
    confirm_above: beyond?.limit ?? terms.confirmAbove,
    ...(beyond ? { spent: beyond.spent } : {}),
  };
  if (declined) {
    return new VisibilityError(
      'confirmation_required',
      `The person was asked and did not agree to spend ${price} on ${quote.operation}. Nothing was sent.`,
      {
        outcome: 'not_sent',
        next: 'Do not repeat the call unless the person asks for it.',
        facts,
      },
    );
  }
  return new VisibilityError(
    'confirmation_required',
    `${quote.operation} costs ${price}, and ${reason({ quote, beyond }, terms)}.`,
    {
      outcome: 'not_sent',
      next: canAsk
        ? 'Repeat the call on its own; the person is asked then.'
        : 'This host cannot ask: only its operator can raise VISIBILITY_CONFIRM_ABOVE or start it with --unattended.',
      facts,
    },
  );
}

/** Why a person has to agree. */
const reason = ({ beyond }: Question, { confirmAbove }: ConsentTerms): string =>
  beyond
    ? `with ${beyond.spent} spent since a person last agreed that passes ${beyond.limit}`
    : `a person has to agree to more than ${confirmAbove}`;

const priceOf = ({ credits }: Quote): string =>
  credits === null ? 'an amount the platform does not bound' : `up to ${credits} credits`;

/** The arguments were written by a model: shown as they are, cut, and after the facts. */
function wording({ quote, beyond }: Question, args: unknown, left: string | undefined): string {
  const shown = canonicalJson(cleanDeep(args));
  const cut = shown.length > 500 ? `${shown.slice(0, 500)}…` : shown;
  const { operation, basis, purpose } = quote;
  const question =
    purpose === undefined ? `on ${operation}? (${basis})` : `to ${oneLine(purpose, 300)}? (${operation}: ${basis})`;
  return `Spend ${priceOf(quote)} ${question}${beyond ? `\n${beyond.spent} credits were spent since a person last agreed; you are asked beyond ${beyond.limit}.` : ''}${left ? `\n${left}` : ''}\nThe call: ${cut}`;
}
