import type { ServerContext } from '@modelcontextprotocol/server';
import { callerKey } from '../http-entry/caller-key.ts';
import type { RequestMemory } from '../request-memory.ts';
import { digest } from './digest.ts';

/**
 * Questions that wait for an answer. An answer counts for the call that asked, with the arguments that it had, of the
 * caller who made it, for ten minutes, and once.
 */
export interface OpenQuestions<T extends object> {
  /** Keeps what is asked about. The result travels through the client as `requestState`, and says nothing by itself. */
  open(tool: string, args: unknown, ctx: ServerContext, about: T): Promise<string>;
  /** The same beside a question of another kind that the call asks: `state` is what that one travels as. */
  keepBeside(state: string, tool: string, args: unknown, ctx: ServerContext, about: T): Promise<void>;
  /** Closes the question that the call answers; `undefined` where it answers none that is open. */
  close(tool: string, args: unknown, ctx: ServerContext): Promise<T | undefined>;
}

/** Time a person has to answer a question. */
const answerableSeconds = 600;

/** @param kind of the question: an answer to one of another kind is none */
export function createOpenQuestions<T extends object>(kind: string, memory: RequestMemory): OpenQuestions<T> {
  const idOf = (nonce: string, tool: string, args: unknown, ctx: ServerContext): Promise<string> =>
    digest([nonce, tool, args, callerKey(ctx)]);
  const keepBeside: OpenQuestions<T>['keepBeside'] = async (state, tool, args, ctx, about) =>
    memory.keep(kind, await idOf(state, tool, args, ctx), about, answerableSeconds);
  return {
    async open(tool, args, ctx, about) {
      const nonce = crypto.randomUUID();
      await keepBeside(nonce, tool, args, ctx, about);
      return nonce;
    },
    keepBeside,
    async close(tool, args, ctx) {
      const nonce = ctx.mcpReq.requestState<unknown>();
      if (typeof nonce !== 'string') return undefined;
      return (await memory.take(kind, await idOf(nonce, tool, args, ctx))) as T | undefined;
    },
  };
}
