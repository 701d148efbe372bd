import { mapStoreErrors } from '../../client/call/map-store-errors.ts';
import type { Clock } from '../../clock.ts';
import type { RequestMemory } from '../../server/request-memory.ts';
import type { State } from '../../state/state.ts';

/** What requests leave for one another, in the state that all replicas share. */
export function sharedMemory(state: () => Promise<State>, clock: Clock): RequestMemory {
  const documents = async (): Promise<State['documents']> => (await state()).documents;
  const valueOf = (found: { readonly payload: string } | undefined): unknown =>
    found && (JSON.parse(found.payload) as unknown);
  return {
    keep: (kind, id, value, seconds) =>
      mapStoreErrors(async () =>
        (await documents()).put(kind, id, JSON.stringify(value), { expiresAt: clock.now() + seconds * 1000 }),
      ),
    find: (kind, id) => mapStoreErrors(async () => valueOf(await (await documents()).find(kind, id))),
    take: (kind, id) => mapStoreErrors(async () => valueOf(await (await documents()).take(kind, id))),
  };
}
