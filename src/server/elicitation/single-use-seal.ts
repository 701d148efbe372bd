import { createRequestStateCodec, type RequestStateCodec, type ServerContext } from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import { callerKey } from '../http-entry/caller-key.ts';
import { digest } from './digest.ts';

/** State that travels through the client, signed. It is valid for one call of one caller, for ten minutes, and once. */
export interface SingleUseSeal<T extends object> {
  seal(tool: string, args: unknown, ctx: ServerContext, state: T): Promise<string>;
  /** The state that came back with this call; `undefined` where there is none, or it is not valid. */
  open(tool: string, args: unknown, ctx: ServerContext): Promise<T | undefined>;
}

interface Sealed<T> {
  readonly call: string;
  readonly state: T;
  readonly nonce: string;
  /** `Clock.now`. */
  readonly sealedAt: number;
}

/** Time a person has to answer a question. */
export const sealValidSeconds = 600;

/** A seal with a key of its own. */
export function createSingleUseSeal<T extends object>(clock: Clock): SingleUseSeal<T> {
  let created: RequestStateCodec<Sealed<T>> | undefined;
  const codec = () =>
    (created ??= createRequestStateCodec<Sealed<T>>({
      key: crypto.getRandomValues(new Uint8Array(32)),
      ttlSeconds: sealValidSeconds,
    }));
  /** `Clock.now` of the first use by nonce. */
  const used = new Map<string, number>();
  const callOf = (tool: string, args: unknown, ctx: ServerContext): Promise<string> =>
    digest([tool, args, callerKey(ctx)]);

  return {
    seal: async (tool, args, ctx, state) =>
      codec().mint({
        call: await callOf(tool, args, ctx),
        state,
        nonce: crypto.randomUUID(),
        sealedAt: clock.now(),
      }),
    async open(tool, args, ctx) {
      const given = ctx.mcpReq.requestState<unknown>();
      if (typeof given !== 'string') return undefined;
      try {
        const { call, state, nonce, sealedAt } = await codec().verify(given, ctx);
        // Checked against the clock as well as by the codec, whose time is the machine's.
        if (clock.now() - sealedAt > sealValidSeconds * 1000) return undefined;
        if (call !== (await callOf(tool, args, ctx)) || used.has(nonce)) return undefined;
        dropExpired(used, clock.now());
        used.set(nonce, clock.now());
        return state;
      } catch {
        return undefined;
      }
    },
  };
}

function dropExpired(used: Map<string, number>, now: number): void {
  for (const [nonce, usedAt] of used) if (usedAt < now - sealValidSeconds * 1000) used.delete(nonce);
}
