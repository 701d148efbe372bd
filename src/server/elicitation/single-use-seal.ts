import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import { callerKey } from '../http-entry/caller-key.ts';
import { digest } from './digest.ts';

/** State that travels through the client, signed. It holds for one call of one caller, for ten minutes, and once. */
export interface SingleUseSeal<T extends object> {
  seal(tool: string, args: unknown, ctx: ServerContext, state: T): Promise<string>;
  /** The state that came back with this call; `undefined` where there is none, or it does not hold. */
  open(tool: string, args: unknown, ctx: ServerContext): Promise<T | undefined>;
}

interface Sealed<T> {
  readonly call: string;
  readonly state: T;
  readonly once: string;
}

const validSeconds = 600;

/** A seal with a key of its own. */
export function createSingleUseSeal<T extends object>(): SingleUseSeal<T> {
  let made: RequestStateCodec<Sealed<T>> | undefined;
  const codec = () =>
    (made ??= createRequestStateCodec<Sealed<T>>({
      key: crypto.getRandomValues(new Uint8Array(32)),
      ttlSeconds: validSeconds,
    }));
  const used = new Map<string, number>();
  const callOf = (tool: string, args: unknown, ctx: ServerContext): Promise<string> =>
    digest([tool, args, callerKey(ctx)]);

  return {
    seal: async (tool, args, ctx, state) =>
      codec().mint({ call: await callOf(tool, args, ctx), state, once: crypto.randomUUID() }),
    async open(tool, args, ctx) {
      const given = ctx.mcpReq.requestState<unknown>();
      if (typeof given !== 'string') return undefined;
      try {
        const { call, state, once } = await codec().verify(given, ctx);
        if (call !== (await callOf(tool, args, ctx)) || used.has(once)) return undefined;
        forgetExpired(used);
        used.set(once, Date.now());
        return state;
      } catch {
        return undefined;
      }
    },
  };
}

function forgetExpired(used: Map<string, number>): void {
  const horizon = Date.now() - validSeconds * 1000;
  for (const [once, at] of used) if (at < horizon) used.delete(once);
}
