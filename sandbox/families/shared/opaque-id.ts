import type { World } from '../../engine/world.ts';

/** A new name such as `aud_…`: never given twice, and the same in every sandbox of one seed. */
export function opaqueId({ store, invent }: Pick<World, 'store' | 'invent'>, prefix: string): string {
  const count = store.next(`opaque ${prefix}`);
  // The count keeps names apart, the token keeps them from being guessed.
  return `${prefix}_${invent('opaque', prefix, count).token(14)}${count.toString(36)}`;
}
