import type { World } from '../../engine/world.ts';

/** A new id such as `aud_…`: unique, and the same in every sandbox with the same seed. */
export function opaqueId({ store, invent }: Pick<World, 'store' | 'invent'>, prefix: string): string {
  const count = store.next(`opaque ${prefix}`);
  // The count makes ids unique, the token makes them hard to guess.
  return `${prefix}_${invent('opaque', prefix, count).token(14)}${count.toString(36)}`;
}
