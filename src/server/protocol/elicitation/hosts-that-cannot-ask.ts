import type { Server, ServerContext } from '@modelcontextprotocol/server';

/** JSON-RPC's code for an unknown method. */
const methodNotFound = -32_601;

/** Names of questions that must be answered, or the call is refused. The platform's own questions may stay unanswered. */
const deciding = new Set(['consent', 'files']);

/**
 * Handles hosts of the 2025 revision that declare elicitation but refuse to ask, answer nonsense, or never answer: their call
 * runs again as that of a host that cannot ask, and is refused with advice. A host that cannot name its folders (roots) has none. The SDK
 * would end the call with its own error. @returns reads a request: the request without such an answer, and whether its host can ask
 */
export function hostsThatCannotAsk(server: Server): (ctx: ServerContext) => { ctx: ServerContext; canAsk: boolean } {
  let refused = false;
  /** The placeholder for a missing answer. */
  const missing = new WeakSet<object>();
  /** Requests without an answer, by their signals. */
  const unanswered = new WeakSet<AbortSignal>();
  const request = server.request.bind(server) as (...given: unknown[]) => Promise<unknown>;

  async function requestOrCancel(...given: unknown[]): Promise<unknown> {
    const [{ method }, options] = given as [{ readonly method: string }, { readonly signal?: AbortSignal } | undefined];
    try {
      return await request(...given);
    } catch (error) {
      if (options?.signal?.aborted) throw error;
      if (method === 'roots/list') return { roots: [] };
      if (method !== 'elicitation/create') throw error;
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
