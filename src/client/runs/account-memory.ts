import type { Claim, Claimed, MemoryPlace, ProgramMemory } from '../../state/program-memory.ts';
import { mapStoreErrors } from '../call/map-store-errors.ts';

export { maxMemoryNames } from '../../state/program-memory.ts';

/** The memory of the programs of one account and label, as `ProgramMemory` describes it. */
export interface AccountMemory {
  get(name: string): Promise<string | undefined>;
  set(name: string, json: string): Promise<boolean>;
  delete(name: string): Promise<void>;
  claim(name: string, claim: Claim): Promise<Claimed>;
  renew(name: string, claim: Pick<Claim, 'holder' | 'leaseMs'>): Promise<boolean>;
  settle(name: string, holder: string, json: string | null): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
  isHeld(holder: string): Promise<boolean>;
}

export const createAccountMemory = (memory: ProgramMemory, place: MemoryPlace): AccountMemory => ({
  get: (name) => mapStoreErrors(() => memory.get(place, name)),
  set: (name, json) => mapStoreErrors(() => memory.set(place, name, json)),
  delete: (name) => mapStoreErrors(() => memory.delete(place, name)),
  claim: (name, claim) => mapStoreErrors(() => memory.claim(place, name, claim)),
  renew: (name, claim) => mapStoreErrors(() => memory.renew(place, name, claim)),
  settle: (name, holder, json) => mapStoreErrors(() => memory.settle(place, name, holder, json)),
  release: (name, holder) => mapStoreErrors(() => memory.release(place, name, holder)),
  isHeld: (holder) => mapStoreErrors(() => memory.isHeld(place, holder)),
});
