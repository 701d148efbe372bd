import type { ServerContext } from '@modelcontextprotocol/server';
import { callerKey } from '../caller-key.ts';
import type { RequestMemory } from '../request-memory.ts';
import { canonicalJson } from '../../../base/json/canonical-json.ts';

/** Seconds that a person has to answer a question. */
const answerableSeconds = 600;

/**
 * Questions that wait for an answer. An answer counts for the call that asked, with the arguments that it had, of the
 * caller who made it, for ten minutes, and once.
 *
 * @param kind of the questions: an answer to a question of another kind does not count
 */
export function createOpenQuestions<T extends object>(kind: string, memory: RequestMemory) {
  const idOf = (nonce: string, tool: string, args: unknown, ctx: ServerContext): Promise<string> =>
    digest([nonce, tool, args, callerKey(ctx)]);
  /** Keeps what a question is about beside another question of the same call, whose `requestState` is `state`. */
  const keepBeside = async (state: string, tool: string, args: unknown, ctx: ServerContext, about: T): Promise<void> =>
    memory.keep(kind, await idOf(state, tool, args, ctx), about, answerableSeconds);
  return {
    /** Opens a question and keeps what it is about. The result goes to the client as `requestState`, and reveals nothing. */
    async open(tool: string, args: unknown, ctx: ServerContext, about: T): Promise<string> {
      const nonce = crypto.randomUUID();
      await keepBeside(nonce, tool, args, ctx, about);
      return nonce;
    },
    keepBeside,
    /** Closes the question that the call answers, and resolves with what it was about; undefined where it answers no open question. */
    async close(tool: string, args: unknown, ctx: ServerContext): Promise<T | undefined> {
      const nonce = ctx.mcpReq.requestState<unknown>();
      if (typeof nonce !== 'string') return undefined;
      return (await memory.take(kind, await idOf(nonce, tool, args, ctx))) as T | undefined;
    },
  };
}

/** A hash that is the same for equal values, whatever the order of their keys. */
export const digest = async (value: unknown): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(canonicalJson(value)))).toString('base64url');
