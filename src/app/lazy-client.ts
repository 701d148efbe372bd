import type { Client } from '../client/client.ts';
import { once } from '../base/once.ts';
import { isVisibilityError, VisibilityError } from '../client/errors.ts';

/**
 * A client that is opened by the first call that needs it. Listing tools needs none, and a host starts every server that it
 * knows, used or not. A failed attempt is not kept: the next call tries again.
 */
export function lazyClient(open: () => Promise<Client>, { pins, label }: Pick<Client, 'pins' | 'label'> = {}): Client {
  const client = once(() =>
    open().catch((error: unknown) => {
      throw toVisibilityError(error);
    }),
  );
  return {
    pins,
    label,
    call: async (...args) => (await client()).call(...args),
    observe: async (...args) => (await client()).observe(...args),
    quote: async (...args) => (await client()).quote(...args),
    wait: async (...args) => (await client()).wait(...args),
    keptFile: async (...args) => (await client()).keptFile(...args),
    files: {
      keepMade: async (...args) => (await client()).files.keepMade(...args),
      checkRoom: async () => (await client()).files.checkRoom(),
      filtered: async (...args) => (await client()).files.filtered(...args),
      nameOf: async (...args) => (await client()).files.nameOf(...args),
    },
    holds: async (...args) => (await client()).holds(...args),
    jobs: async (...args) => (await client()).jobs(...args),
    money: async () => (await client()).money(),
    reconcile: async () => (await client()).reconcile(),
    acceptBalance: async () => (await client()).acceptBalance(),
    forget: async (...args) => (await client()).forget(...args),
    runs: async (...args) => (await client()).runs(...args),
    memory: async (...args) => (await client()).memory(...args),
    history: async (...args) => (await client()).history(...args),
    rebuild: async (...args) => (await client()).rebuild(...args),
    close: async () => (await client.ifMade())?.close(),
  };
}

const toVisibilityError = (error: unknown): unknown => {
  if (isVisibilityError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new VisibilityError('unreachable', reason, { outcome: 'not_sent', next: 'Run visibility-mcp doctor.' });
};
