import { withStoreErrors } from '../client/store-errors.ts';
import type { Clock } from '../base/index.ts';
import type { RequestMemory } from '../server/index.ts';
import type { State } from '../state/index.ts';

/** A memory of requests in the shared state, so that a later request may reach another replica. */
export function sharedMemory(state: () => Promise<State>, clock: Clock): RequestMemory {
  const documents = async (): Promise<State['documents']> => (await state()).documents;
  const valueOf = (document: { readonly payload: string } | undefined): unknown =>
    document && (JSON.parse(document.payload) as unknown);
  return withStoreErrors<RequestMemory>({
    keep: async (kind, id, value, seconds) =>
      (await documents()).put(kind, id, JSON.stringify(value), { expiresAt: clock.now() + seconds * 1000 }),
    find: async (kind, id) => valueOf(await (await documents()).find(kind, id)),
    take: async (kind, id) => valueOf(await (await documents()).take(kind, id)),
  });
}
