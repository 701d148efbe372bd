import type { Kind, Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';

/** The one document of its kind that belongs to `owner`, made from `blank` at first use. It has its owner's id. */
export function getOrCreate<T extends object>(
  { store, add }: World,
  kind: Kind<T>,
  { id, team }: Row<object>,
  blank: T,
): Row<T> {
  return store.get(kind, id) ?? add(kind, blank, { team, parent: id, id });
}
