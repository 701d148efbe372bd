import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** JSON-RPC's code for a method that the other side does not have. */
const methodNotFound = -32_601;

/** Names of questions without whose answer a call is refused. The platform's own questions may stay unanswered. */
const deciding = new Set(['consent', 'files']);

/**
 * Takes hosts of the 2025 era as they are that declare elicitation and then refuse to ask, answer nonsense, or never answer: their call runs
 * once more as that of a host that cannot ask, and is refused with a way out. The SDK alone would end it with words of its own.
 *
 * @returns reads a request: what it is without such an answer, and whether its host can ask
 */
export function hostsThatCannotAsk(server: Server): (ctx: ServerContext) => { ctx: ServerContext; canAsk: boolean } {
  let refused = false;
  /** What stands for an answer that did not come. */
  const missing = new WeakSet<object>();
  /** Requests, by their signals, in which an answer did not come. */
  const unanswered = new WeakSet<AbortSignal>();
  const request = server.request.bind(server) as (...given: unknown[]) => Promise<unknown>;

  async function requestOrCancel(...given: unknown[]): Promise<unknown> {
    const [{ method }, options] = given as [{ readonly method: string }, { readonly signal?: AbortSignal } | undefined];
    try {
      return await request(...given);
    } catch (error) {
      if (method !== 'elicitation/create' || options?.signal?.aborted) throw error;
      refused ||= error instanceof Error && 'code' in error && error.code === methodNotFound;
      const answer = { action: 'cancel' };
      missing.add(answer);
      return answer;
    }
  }
  Object.assign(server, { request: requestOrCancel });

  return (ctx) => {
    const { signal, inputResponses } = ctx.mcpReq;
    if (!inputResponses) return { ctx, canAsk: !refused };
    const answers = Object.entries(inputResponses);
    const given = answers.filter(([name, answer]) => !deciding.has(name) || !missing.has(answer as object));
    if (given.length < answers.length) unanswered.add(signal);
    return {
      ctx: { ...ctx, mcpReq: { ...ctx.mcpReq, inputResponses: Object.fromEntries(given) } },
      canAsk: !refused && !unanswered.has(signal),
    };
  };
}
