import { kind } from '../../engine/documents.ts';
import type { World } from '../../engine/world.ts';

/** A finished export of a team: a bundle, a report or a table (docs/platform/library.md#exports). */
interface Exported {
  name: string;
  type: string;
  status: 'ready';
  /** Its download path from the root of this server, whose address changes with every start. */
  path: string | null;
}

export const exportKind = kind<Exported>('export');

/** Adds the finished output of a job to the list of the team's exports. */
export function recordExport(
  { add }: World,
  { team, at, ...fields }: { team: number; at: number; name: string; type: string; path: string | null },
): void {
  add(exportKind, { ...fields, status: 'ready' }, { team, at });
}
