import {
  inputRequired,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { callerKey } from '../caller-key.ts';
import type { RequestMemory } from '../request-memory.ts';
import { canonicalJson } from '../../../base/json/canonical-json.ts';

export type Form = ElicitRequestFormParams['requestedSchema'];

/** Seconds that a person has to answer a question. */
const answerableSeconds = 600;

/** The call in which a question comes up. */
interface AskingCall {
  readonly tool: string;
  readonly args: unknown;
  readonly ctx: ServerContext;
}

/**
 * Questions that wait for an answer. An answer counts for the call that asked, with the arguments that it had, of the
 * caller who made it, for ten minutes, and once.
 * @param kind of the questions, and the name of their requests: an answer to a question of another kind does not count
 */
export function createOpenQuestions<T extends object>(kind: string, memory: RequestMemory) {
  const idOf = (nonce: string, tool: string, args: unknown, ctx: ServerContext): Promise<string> =>
    digest([nonce, tool, args, callerKey(ctx)]);
  /** Keeps the subject of a question in addition to another question of the same call, whose `requestState` is `state`. */
  const keepBeside = async (state: string, tool: string, args: unknown, ctx: ServerContext, about: T): Promise<void> =>
    memory.keep(kind, await idOf(state, tool, args, ctx), about, answerableSeconds);
  return {
    /** Asks a person, and keeps the subject. Without a form, the answer is yes or no. */
    async ask(
      { tool, args, ctx }: AskingCall,
      about: T,
      message: string,
      requestedSchema: Form = { type: 'object', properties: {} },
    ): Promise<InputRequiredResult> {
      const requestState = crypto.randomUUID();
      await keepBeside(requestState, tool, args, ctx, about);
      return inputRequired({
        inputRequests: { [kind]: inputRequired.elicit({ message, requestedSchema }) },
        requestState,
      });
    },
    keepBeside,
    /** Closes the question that the call answers, and resolves with its subject; undefined if the call answers no open question. */
    async close(tool: string, args: unknown, ctx: ServerContext): Promise<T | undefined> {
      const nonce = ctx.mcpReq.requestState<unknown>();
      if (typeof nonce !== 'string') return undefined;
      return (await memory.take(kind, await idOf(nonce, tool, args, ctx))) as T | undefined;
    },
  };
}

/** A hash that is the same for equal values in any order of their keys. */
export const digest = async (value: unknown): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value)))).toString('base64url');
