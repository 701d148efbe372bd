import type { AccountMemory } from '../client/runs/account-memory.ts';

/** Memory as a dry run has it: what is on record is read, and what it changes ends with it. */
export function dryMemory(kept: AccountMemory): AccountMemory {
  const changed = new Map<string, string | undefined>();
  return {
    get: async (name) => (changed.has(name) ? changed.get(name) : kept.get(name)),
    set: async (name, json) => {
      changed.set(name, json);
      return true;
    },
    delete: async (name) => void changed.set(name, undefined),
    async claim(name, claim) {
      const claimed = await kept.claim(name, claim);
      if (claimed.kind === 'claimed') await kept.release(name, claim.holder);
      return claimed;
    },
    renew: async () => true,
    settle: async () => true,
    release: async () => {},
    isHeld: async () => true,
  };
}
