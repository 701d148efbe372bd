import type { AccountMemory } from '../client/runs/account-memory.ts';

/** Memory as a dry run has it: what is on record is read, and what it changes ends with it. */
export function dryMemory(memory: AccountMemory): AccountMemory {
  const done = new Map<string, string | null>();
  const changed = new Map<string, string | undefined>();
  return {
    get: async (name) => (changed.has(name) ? changed.get(name) : memory.get(name)),
    set: async (name, json) => {
      changed.set(name, json);
      return true;
    },
    delete: async (name) => void changed.set(name, undefined),
    async claim(name, { newerThanMs }) {
      const json = done.has(name) ? done.get(name) : await memory.done(name, newerThanMs);
      return json === undefined ? { kind: 'claimed' } : { kind: 'done', json };
    },
    done: async (name, newerThanMs) => (done.has(name) ? done.get(name) : memory.done(name, newerThanMs)),
    renew: async () => true,
    async settle(name, _holder, json) {
      done.set(name, json);
      return true;
    },
    release: async () => {},
    isHeld: async () => true,
  };
}
