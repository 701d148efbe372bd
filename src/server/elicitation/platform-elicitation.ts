import {
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import {
  callWithAnswer,
  type AnsweringCall,
  type PlatformQuestion,
  type QuestionField,
} from '../../tools/jobs/platform-question.ts';
import { quoted } from '../../text/quoted.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { callerKey } from '../http-entry/caller-key.ts';
import { digest } from './digest.ts';
import { sealValidSeconds } from './single-use-seal.ts';

/** What this request brings back on a question of the platform. */
export type ElicitationOutcome =
  /** This request answers none. */
  | { readonly kind: 'none' }
  /** The call that takes the person's answer on. */
  | { readonly kind: 'answered'; readonly call: SubstituteCall }
  /** The person did not answer: the result that asked. */
  | { readonly kind: 'unanswered'; readonly result: ToolResult }
  /** An answer to a question this server did not ask about this call, or that is closed. */
  | { readonly kind: 'stale' };

/** A tool call made in the place of the one that the host makes. */
export type SubstituteCall = Omit<AnsweringCall, 'into'>;

/** Questions of the platform, asked of a person by MCP elicitation. */
export interface PlatformElicitation {
  /** Reads the answer that a request carries, and closes its question. */
  open(tool: string, args: unknown, ctx: ServerContext): Promise<ElicitationOutcome>;
  /** Asks the person, in place of returning the result. */
  ask(
    tool: string,
    args: unknown,
    ctx: ServerContext,
    question: PlatformQuestion,
    result: ToolResult,
  ): Promise<InputRequiredResult>;
}

/** What travels through the client, signed: an answer is valid for this call and this question only, and once. */
interface Sealed {
  readonly call: string;
  readonly about: string;
  readonly question: string;
  readonly nonce: string;
}

interface OpenQuestion {
  readonly question: PlatformQuestion;
  readonly result: ToolResult;
  /** `Clock.now` when it was asked. */
  readonly askedAt: number;
}

const maxOpenQuestions = 1_000;

/** Characters. */
const maxQuestionLength = 1_000;

/** Name of the request within `inputRequests`. */
const requestName = 'answer';

/**
 * Asks a person what the platform wants to know, in the call in which the question came up. The question travels to
 * the host as an elicitation, with a sealed reference to it; the call that takes the answer on stays in this process.
 * An answer agrees to no spending: it becomes a call like any other, with consent and budget of its own.
 */
export function createPlatformElicitation(clock: Clock): PlatformElicitation {
  let created: RequestStateCodec<Sealed> | undefined;
  const codec = () =>
    (created ??= createRequestStateCodec<Sealed>({
      key: crypto.getRandomValues(new Uint8Array(32)),
      ttlSeconds: sealValidSeconds,
    }));
  const openQuestions = new Map<string, OpenQuestion>();

  return {
    async open(tool, args, ctx) {
      const responses = ctx.mcpReq.inputResponses;
      if (!responses || !(requestName in responses)) return { kind: 'none' };
      const response = inputResponse(responses, requestName);
      const open = await close(ctx, await digest([tool, args, callerKey(ctx)]));
      if (!open) return { kind: 'stale' };
      const call =
        response.kind === 'elicit' && response.action === 'accept'
          ? callWithAnswer(open.question, response.content ?? {})
          : undefined;
      return call ? { kind: 'answered', call } : { kind: 'unanswered', result: open.result };
    },
    async ask(tool, args, ctx, question, result) {
      const nonce = crypto.randomUUID();
      dropExpired(openQuestions, clock.now());
      openQuestions.set(nonce, { question, result, askedAt: clock.now() });
      return inputRequired({
        inputRequests: {
          [requestName]: inputRequired.elicit({ message: wording(question), requestedSchema: formOf(question.fields) }),
        },
        requestState: await codec().mint({
          call: await digest([tool, args, callerKey(ctx)]),
          about: question.about,
          question: await digest([question.text, question.fields]),
          nonce,
        }),
      });
    },
  };

  /** Closes the question that the request's state refers to, and returns it. */
  async function close(ctx: ServerContext, call: string): Promise<OpenQuestion | undefined> {
    const state = ctx.mcpReq.requestState<unknown>();
    if (typeof state !== 'string') return undefined;
    try {
      const sealed = await codec().verify(state, ctx);
      const open = openQuestions.get(sealed.nonce);
      if (
        !open ||
        hasExpired(open, clock.now()) ||
        sealed.call !== call ||
        sealed.about !== open.question.about ||
        sealed.question !== (await digest([open.question.text, open.question.fields]))
      )
        return undefined;
      return openQuestions.delete(sealed.nonce) ? open : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Checked against the clock as well as by the codec, whose time is the machine's. */
const hasExpired = ({ askedAt }: OpenQuestion, now: number): boolean => now - askedAt > sealValidSeconds * 1000;

/** Removes expired questions, and the oldest ones above the maximum. */
function dropExpired(open: Map<string, OpenQuestion>, now: number): void {
  for (const [nonce, question] of open)
    if (hasExpired(question, now) || open.size >= maxOpenQuestions) open.delete(nonce);
}

/** The words of the question are the platform's: a person must not take them for a demand of the host or of this server. */
const wording = ({ text, asker, fields }: PlatformQuestion): string =>
  [
    asker
      ? `${asker} asks: ${quoted(text, maxQuestionLength)}\nThis comes from the content service. Give no passwords, tokens or payment data.`
      : text,
    ...fields.flatMap(({ options = [] }) =>
      options.filter(({ description }) => description).map(({ label, description }) => `${label}: ${description}`),
    ),
  ].join('\n');

type Form = ElicitRequestFormParams['requestedSchema'];

const formOf = (fields: readonly QuestionField[]): Form => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, description, options }) => [
      name,
      { type: 'string' as const, title: description, ...(options ? { enum: options.map(({ label }) => label) } : {}) },
    ]),
  ),
  ...(fields.length > 0 ? { required: fields.filter(({ optional }) => !optional).map(({ name }) => name) } : {}),
});
