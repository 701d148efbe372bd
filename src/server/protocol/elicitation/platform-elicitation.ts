import { inputResponse, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import {
  callWithAnswer,
  type AnsweringCall,
  type PlatformQuestion,
  type QuestionField,
} from '../../../tools/definition/platform-question.ts';
import { quoted } from '../../../base/text/quoted.ts';
import type { ToolResult } from '../../../tools/index.ts';
import type { RequestMemory } from '../request-memory.ts';
import { createOpenQuestions, type Form } from './open-questions.ts';

/** The answer in this request to a question of the platform. */
export type ElicitationOutcome =
  /** The request answers no question. */
  | { readonly kind: 'none' }
  /** The call that passes the person's answer to the platform. */
  | { readonly kind: 'answered'; readonly call: SubstituteCall }
  /** The person did not answer. `structured`: the result that asked. */
  | { readonly kind: 'unanswered'; readonly structured: ToolResult['structured'] }
  /** An answer to a question that this server did not ask about this call, or that is closed. */
  | { readonly kind: 'stale' };

/** A tool call that replaces the host's call. */
export type SubstituteCall = Omit<AnsweringCall, 'into'>;

export type PlatformElicitation = ReturnType<typeof createPlatformElicitation>;

/** What the server stores about a question until it is answered. */
interface OpenQuestion {
  readonly question: PlatformQuestion;
  /** The result of the call that led to the question. */
  readonly structured: ToolResult['structured'];
}

/** Maximum length of a question in characters. */
const maxQuestionLength = 1_000;

/** Name of the request within `inputRequests`. */
const requestName = 'answer';

/**
 * Passes a question of the platform to a person, within the call that led to it. The host gets the question as an
 * elicitation; the server keeps the call that will send the answer. An answer is no consent to spending: it becomes a call
 * like any other, with its own consent and budget.
 */
export function createPlatformElicitation(memory: RequestMemory) {
  const questions = createOpenQuestions<OpenQuestion>(requestName, memory);
  return {
    /** Reads the answer in a request, and closes its question. */
    async open(tool: string, args: unknown, ctx: ServerContext): Promise<ElicitationOutcome> {
      const responses = ctx.mcpReq.inputResponses;
      if (!responses || !(requestName in responses)) return { kind: 'none' };
      const response = inputResponse(responses, requestName);
      const openQuestion = await questions.close(tool, args, ctx);
      if (!openQuestion) return { kind: 'stale' };
      const call =
        response.kind === 'elicit' && response.action === 'accept'
          ? callWithAnswer(openQuestion.question, response.content ?? {})
          : undefined;
      return call ? { kind: 'answered', call } : { kind: 'unanswered', structured: openQuestion.structured };
    },
    /** Asks the person, instead of returning the result. */
    ask(
      tool: string,
      args: unknown,
      ctx: ServerContext,
      question: PlatformQuestion,
      { structured }: ToolResult,
    ): Promise<InputRequiredResult> {
      return questions.ask({ tool, args, ctx }, { question, structured }, wording(question), formOf(question.fields));
    },
  };
}

/** The question is the platform's text: a person must not mistake it for a request of the host or of this server. */
const wording = ({ text, asker, fields }: PlatformQuestion): string =>
  [
    asker
      ? `${asker} asks: ${quoted(text, maxQuestionLength)}\nThis comes from the content service. Give no passwords, tokens or payment data.`
      : text,
    ...fields.flatMap(({ options = [] }) =>
      options.filter(({ description }) => description).map(({ label, description }) => `${label}: ${description}`),
    ),
  ].join('\n');

const formOf = (fields: readonly QuestionField[]): Form => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(({ name, description, options }) => [
      name,
      { type: 'string' as const, title: description, enum: options?.map(({ label }) => label) },
    ]),
  ),
  required: fields.length > 0 ? fields.filter(({ optional }) => !optional).map(({ name }) => name) : undefined,
});
