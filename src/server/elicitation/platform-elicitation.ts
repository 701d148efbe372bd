import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { answering, type AnsweringCall, type AskedField, type Asks } from '../../tools/jobs/asks.ts';
import { quoted } from '../../text/quoted.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { callerKey } from '../http-entry/caller-key.ts';
import { digest } from './digest.ts';

/** What came back on a question of the platform's. */
export type Answered =
  /** This request answers none. */
  | { readonly kind: 'none' }
  /** The call that takes the person's answer on. */
  | { readonly kind: 'answer'; readonly step: Step }
  /** The person did not answer: the result that asked. */
  | { readonly kind: 'unanswered'; readonly result: ToolResult }
  /** An answer to nothing this server has asked about this call, or no longer. */
  | { readonly kind: 'stale' };

/** A call made in the place of the one that a question came up in. */
export type Step = Omit<AnsweringCall, 'into'>;

export interface QuestionDesk {
  open(tool: string, args: unknown, ctx: ServerContext): Promise<Answered>;
  /** Puts the question to the person, in place of the result. */
  ask(tool: string, args: unknown, ctx: ServerContext, asks: Asks, result: ToolResult): Promise<InputRequiredResult>;
}

/** What travels through the client, signed: an answer holds for this call and this question only, and once. */
interface Sealed {
  readonly call: string;
  readonly about: string;
  readonly question: string;
  readonly once: string;
}

interface Open {
  readonly asks: Asks;
  readonly result: ToolResult;
  readonly at: number;
}

const validSeconds = 600;
const mostOpen = 1_000;

/** Characters. */
const maxQuestion = 1_000;
const question = 'answer';

/**
 * Puts questions of the platform's to a person, in the call in which they came up. The question travels to the
 * host as an elicitation, and with it, sealed, what it was about; what the answer leads to stays here. An answer
 * agrees to no spending: it is a call like any other, with consent and budget of its own.
 */
export function createQuestionDesk(): QuestionDesk {
  let made: RequestStateCodec<Sealed> | undefined;
  const codec = () =>
    (made ??= createRequestStateCodec<Sealed>({
      key: crypto.getRandomValues(new Uint8Array(32)),
      ttlSeconds: validSeconds,
    }));
  const asked = new Map<string, Open>();

  return {
    async open(tool, args, ctx) {
      const responses = ctx.mcpReq.inputResponses;
      if (!responses || !(question in responses)) return { kind: 'none' };
      const response = inputResponse(responses, question);
      const open = await take(ctx, await digest([tool, args, callerKey(ctx)]));
      if (!open) return { kind: 'stale' };
      const step =
        response.kind === 'elicit' && response.action === 'accept'
          ? answering(open.asks, response.content ?? {})
          : undefined;
      return step ? { kind: 'answer', step } : { kind: 'unanswered', result: open.result };
    },
    async ask(tool, args, ctx, asks, result) {
      const once = crypto.randomUUID();
      makeRoom(asked);
      asked.set(once, { asks, result, at: Date.now() });
      return inputRequired({
        inputRequests: {
          [question]: inputRequired.elicit({ message: wording(asks), requestedSchema: formOf(asks.fields) }),
        },
        requestState: await codec().mint({
          call: await digest([tool, args, callerKey(ctx)]),
          about: asks.about,
          question: await digest([asks.text, asks.fields]),
          once,
        }),
      });
    },
  };

  /** The open question that the state is about; it is open no more. */
  async function take(ctx: ServerContext, call: string): Promise<Open | undefined> {
    const state = ctx.mcpReq.requestState<unknown>();
    if (typeof state !== 'string') return undefined;
    try {
      const sealed = await codec().verify(state, ctx);
      const open = asked.get(sealed.once);
      if (
        !open ||
        sealed.call !== call ||
        sealed.about !== open.asks.about ||
        sealed.question !== (await digest([open.asks.text, open.asks.fields]))
      )
        return undefined;
      return asked.delete(sealed.once) ? open : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Forgets what has expired, and where too much is open, the oldest. */
function makeRoom(asked: Map<string, Open>): void {
  const horizon = Date.now() - validSeconds * 1000;
  for (const [once, { at }] of asked) if (at < horizon || asked.size >= mostOpen) asked.delete(once);
}

/** The words of the question are the platform's: a person must not take them for a demand of the host or of this server. */
const wording = ({ text, asker, fields }: Asks): string =>
  [
    asker
      ? `${asker} asks: ${quoted(text, maxQuestion)}\nThis comes from the content service. Give no passwords, tokens or payment data.`
      : text,
    ...fields.flatMap(({ options = [] }) =>
      options.filter(({ description }) => description).map(({ label, description }) => `${label}: ${description}`),
    ),
  ].join('\n');

type Form = ElicitRequestFormParams['requestedSchema'];

const formOf = (fields: readonly AskedField[]): Form => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, description, options }) => [
      name,
      { type: 'string' as const, title: description, ...(options ? { enum: options.map(({ label }) => label) } : {}) },
    ]),
  ),
  ...(fields.length > 0 ? { required: fields.filter(({ optional }) => !optional).map(({ name }) => name) } : {}),
});
