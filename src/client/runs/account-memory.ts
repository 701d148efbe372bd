import type { MemoryPlace, ProgramMemory } from '../../state/program-memory.ts';

export { maxMemoryNames } from '../../state/program-memory.ts';

/** The memory of the programs of one account and label: the methods of `ProgramMemory` without their `place`. */
export type AccountMemory = {
  [Method in keyof ProgramMemory]: ProgramMemory[Method] extends (
    place: MemoryPlace,
    ...rest: infer Rest
  ) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

export const createAccountMemory = (memory: ProgramMemory, place: MemoryPlace): AccountMemory => ({
  get: (...rest) => memory.get(place, ...rest),
  set: (...rest) => memory.set(place, ...rest),
  delete: (...rest) => memory.delete(place, ...rest),
  claim: (...rest) => memory.claim(place, ...rest),
  done: (...rest) => memory.done(place, ...rest),
  renew: (...rest) => memory.renew(place, ...rest),
  settle: (...rest) => memory.settle(place, ...rest),
  release: (...rest) => memory.release(place, ...rest),
});
