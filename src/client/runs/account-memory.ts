import type { Claim, ClaimAnswer, MemoryPlace, ProgramMemory } from '../../state/program-memory.ts';

export { maxMemoryNames } from '../../state/program-memory.ts';

/** The memory of the programs of one account and label, as `ProgramMemory` describes it. */
export interface AccountMemory {
  get(name: string): Promise<string | undefined>;
  set(name: string, json: string): Promise<boolean>;
  delete(name: string): Promise<void>;
  claim(name: string, claim: Claim): Promise<ClaimAnswer>;
  done(name: string, newerThanMs?: number): Promise<string | null | undefined>;
  renew(name: string, claim: Pick<Claim, 'holder' | 'leaseMs'>): Promise<boolean>;
  settle(name: string, holder: string, json: string | null): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
  isHeld(holder: string): Promise<boolean>;
}

/** The memory of one account and label, by binding `place` to the methods of `ProgramMemory`. */
export const createAccountMemory = (memory: ProgramMemory, place: MemoryPlace): AccountMemory => ({
  get: (...rest) => memory.get(place, ...rest),
  set: (...rest) => memory.set(place, ...rest),
  delete: (...rest) => memory.delete(place, ...rest),
  claim: (...rest) => memory.claim(place, ...rest),
  done: (...rest) => memory.done(place, ...rest),
  renew: (...rest) => memory.renew(place, ...rest),
  settle: (...rest) => memory.settle(place, ...rest),
  release: (...rest) => memory.release(place, ...rest),
  isHeld: (...rest) => memory.isHeld(place, ...rest),
});
