import { inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import type { ExceededThreshold, Quote } from '../../../client/calls/reply.ts';
import { cleanDeep } from '../../../base/text/clean-deep.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { oneLine } from '../../../base/text/one-line.ts';
import { canonicalJson } from '../../../base/json/canonical-json.ts';
import type { RequestMemory } from '../request-memory.ts';
import type { SubstituteCall } from './platform-elicitation.ts';
import { createOpenQuestions } from './open-questions.ts';
import { VisibilityError } from '../../../client/errors.ts';

/** When a person has to agree before credits are spent. */
export interface ConsentOptions {
  /** Credits above which a person is asked. Absent: never. */
  readonly confirmAbove?: number | undefined;
  /** Sums of spending that also need consent. The client checks them. */
  readonly consentThresholds?: readonly object[] | undefined;
  /** Seconds that a host of the 2025 revision has to answer a question, as for any other wait. */
  readonly maxWaitSeconds?: number | undefined;
  /** The operator declared that there is nobody to ask; only the limits apply. */
  readonly unattended: boolean;
}

export type SpendConsent = ReturnType<typeof createSpendConsent>;

/** Who agreed to a price. */
type ConsentSource = 'not_needed' | 'person' | 'unattended';

interface Approval {
  readonly operation: string;
  /** `null`: the question said that no bound is known. */
  readonly credits: number | null;
}

/** What a question is about: an approval is valid for this call only, and once. */
interface OpenQuestion {
  readonly approvals: readonly Approval[];
  readonly substitute?: SubstituteCall | undefined;
}

/** Name of the request within `inputRequests`. */
const requestName = 'consent';

/**
 * Asks a person to agree to expensive calls. The host gets the question as an elicitation; its subject is kept here, bound to
 * the tool, its arguments and its caller. An answer to no open question does not count: the person is asked again. Arguments
 * cannot give consent, since a model writes them.
 */
export function createSpendConsent(options: ConsentOptions, memory: RequestMemory) {
  const questions = createOpenQuestions<OpenQuestion>(requestName, memory);

  return {
    async open(tool: string, args: unknown, ctx: ServerContext, canAsk: boolean) {
      const response = inputResponse(ctx.mcpReq.inputResponses, requestName);
      const answeredQuestion = response.kind === 'elicit' ? await questions.close(tool, args, ctx) : undefined;
      const declined = answeredQuestion !== undefined && response.kind === 'elicit' && response.action !== 'accept';
      const approved = answeredQuestion && !declined ? [...answeredQuestion.approvals] : [];
      let questionToAsk: Question | undefined;
      let hasSpent = false;
      /** The last accepted quote, and whether anything was spent before it. */
      let accepted: { readonly quote: Quote; readonly spentBefore: boolean } | undefined;

      return {
        /** The call that the person agreed to, if it carries their answer and replaces the host's call. */
        substitute: answeredQuestion?.substitute,
        /** For `ToolContext.consent`. Throws unless the spending may go ahead. */
        check(quote: Quote, exceeded?: ExceededThreshold): ConsentSource {
          if (options.unattended) return 'unattended';
          // The quote was accepted just before, but was not reserved: nothing was spent on it.
          if (exceeded && accepted?.quote === quote) hasSpent = accepted.spentBefore;
          const at = approved.findIndex((approval) => covers(approval, quote));
          if (at >= 0) {
            approved.splice(at, 1);
            hasSpent = true;
            return 'person';
          }
          if (!exceeded && !needsPerson(quote, options)) {
            accepted = { quote, spentBefore: hasSpent };
            hasSpent ||= quote.credits !== 0;
            return 'not_needed';
          }
          // After the answer, the call runs again from its start, and would pay again for what it has already paid.
          if (canAsk && !declined && !hasSpent) questionToAsk ??= { quote, exceeded };
          throw createRefusal({ quote, exceeded }, options, declined, canAsk);
        },
        /**
         * The answer instead of the tool's result, if a person has to be asked first.
         * @param substitute the call to continue with, if it is not the host's
         */
        async question(substitute?: SubstituteCall): Promise<InputRequiredResult | undefined> {
          if (!questionToAsk) return undefined;
          const approvals = [
            ...(answeredQuestion?.approvals ?? []).filter(
              (approval) => approval.operation !== questionToAsk?.quote.operation,
            ),
            { operation: questionToAsk.quote.operation, credits: questionToAsk.quote.credits },
          ];
          const message = wording(questionToAsk, substitute?.args ?? args);
          return questions.ask({ tool, args, ctx }, { approvals, substitute }, message);
        },
      };
    },
  };
}

/** For callers without a person: throws for spending that needs one. */
export const checkWithoutPerson =
  (options: ConsentOptions) =>
  (quote: Quote, exceeded?: ExceededThreshold): ConsentSource => {
    if (options.unattended) return 'unattended';
    if (exceeded || needsPerson(quote, options)) throw createRefusal({ quote, exceeded }, options, false, false);
    return 'not_needed';
  };

/** The question to a person. */
interface Question {
  readonly quote: Quote;
  readonly exceeded: ExceededThreshold | undefined;
}

function needsPerson(quote: Quote, { confirmAbove, unattended }: ConsentOptions): boolean {
  if (confirmAbove === undefined || unattended) return false;
  return quote.credits === null || quote.credits > confirmAbove;
}

/** Whether an approval covers a quote: a person who agreed to at most 30 credits agreed to 20 as well. */
function covers(approval: Approval, quote: Quote): boolean {
  if (approval.operation !== quote.operation) return false;
  if (approval.credits === null || quote.credits === null) return approval.credits === quote.credits;
  return quote.credits <= approval.credits;
}

function createRefusal(
  { quote, exceeded }: Question,
  options: ConsentOptions,
  declined: boolean,
  canAsk: boolean,
): VisibilityError {
  const { operation, credits } = quote;
  const [price, why] = [priceOf(quote), reason({ quote, exceeded }, options)];
  const [message, next] = declined
    ? [
        `The person was asked and did not agree to spend ${price} on ${operation}. Nothing was sent.`,
        'Do not repeat the call unless the person asks for it.',
      ]
    : [
        `${operation} costs ${price}, and ${why}.`,
        canAsk
          ? 'Repeat the call on its own; the person is asked then.'
          : 'This host cannot ask: only its operator can raise VISIBILITY_CONFIRM_ABOVE or start it with --unattended.',
      ];
  const facts = {
    operation,
    credits,
    confirm_above: exceeded?.limit ?? options.confirmAbove,
    spent: exceeded?.spent,
  };
  return new VisibilityError('confirmation_required', message, { outcome: 'not_sent', next, facts });
}

/** Why a person has to agree. */
const reason = ({ exceeded }: Question, { confirmAbove }: ConsentOptions): string =>
  exceeded
    ? `with ${exceeded.spent} spent since a person last agreed that exceeds ${exceeded.limit}`
    : `a person has to agree to more than ${confirmAbove}`;

const priceOf = ({ credits }: Quote): string =>
  credits === null ? 'an amount the platform does not bound' : `up to ${credits} credits`;

/** The text of the question. The arguments, which a model wrote, come last, shortened but otherwise unchanged. */
function wording({ quote, exceeded }: Question, args: unknown): string {
  const { operation, basis, purpose, recurring, shown } = quote;
  const call = shown ?? `The call: ${shorten(canonicalJson(cleanDeep(args)), maxArgumentsLength)}`;
  const question =
    purpose === undefined ? `on ${operation}? (${basis})` : `to ${oneLine(purpose, 300)}? (${operation}: ${basis})`;
  return `Spend ${priceOf(quote)} ${question}${exceeded ? `\n${exceeded.spent} credits were spent since a person last agreed; you are asked beyond ${exceeded.limit}.` : ''}${recurring === undefined ? '' : `\n${recurring}`}${accountOf(args)}\n${call}`;
}

/** The account of the call, if there are several: every call that may pay then has it among its arguments. */
const accountOf = (args: unknown): string => {
  const { account } = args as { readonly account?: unknown };
  return typeof account === 'string' ? `\nAccount: ${oneLine(account, 100)}.` : '';
};

/** Characters. */
const maxArgumentsLength = 500;
