import type { Clock } from '../../base/index.ts';

/** Values that one request stores for a later one, which another replica may serve. Each kind has its own ids. */
export interface RequestMemory {
  keep(kind: string, id: string, value: unknown, seconds: number): Promise<void>;
  find(kind: string, id: string): Promise<unknown>;
  /** Finds and removes a value: of several calls at once, one gets it. */
  take(kind: string, id: string): Promise<unknown>;
}

/** Maximum number of values; the oldest is dropped for a new one. */
const maxKept = 1_000;

/** A memory in this process, for a server without other replicas. */
export function createRequestMemory(clock: Clock): RequestMemory {
  const values = new Map<string, { readonly value: unknown; readonly until: number }>();
  const keyOf = (kind: string, id: string): string => `${kind} ${id}`;
  const find = async (kind: string, id: string): Promise<unknown> => {
    const entry = values.get(keyOf(kind, id));
    return entry && entry.until >= clock.now() ? entry.value : undefined;
  };
  return {
    find,
    async keep(kind, id, value, seconds) {
      for (const [key, { until }] of values) if (until < clock.now() || values.size >= maxKept) values.delete(key);
      values.set(keyOf(kind, id), { value, until: clock.now() + seconds * 1000 });
    },
    async take(kind, id) {
      const value = find(kind, id);
      values.delete(keyOf(kind, id));
      return value;
    },
  };
}
