import { type Id, idIn } from '../../catalog/id-text.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Platform } from '../../platform/platform.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { isFields, type Fields } from '../../json/is-fields.ts';

/** Maximum number of other projects' scans to read before the search stops. */
const maxRead = 5;

/**
 * Beside a newly prepared orphan scan: the newest finished one of the same project, which can be read for nothing. The
 * platform lists no scans, so only those that were started from here are known. Undefined for other operations.
 */
export async function earlierScan(
  client: Platform,
  { name }: Operation,
  { project }: Fields,
): Promise<Fields | undefined> {
  if (name !== 'orphan_scans.discover') return undefined;
  const ended = await client.jobs({ operations: ['orphan_scans.start'], state: 'completed', limit: maxRead });
  for (const { arguments: args, ended_at } of ended) {
    const id = idIn(args['id']);
    const scan = id === undefined ? undefined : await scanOf(client, id);
    if (!scan || scan['project_id'] !== project) continue;
    return {
      scan_id: id,
      finished_at: ended_at,
      pages_total: scan['pages_total'],
      orphans_count: scan['orphans_count'],
      read: `call_read {"operation":"orphan_scans.pages","arguments":{"id":${JSON.stringify(id)}}}, free; a new crawl costs what the new scan estimates`,
    };
  }
  return { none_known: 'The platform lists no scans; no finished one of this project was started from here.' };
}

/** Reads a scan; undefined if it was deleted. */
async function scanOf(client: Platform, id: Id): Promise<Fields | undefined> {
  try {
    const data: unknown = (await client.call('orphan_scans.get', { id })).data;
    return isFields(data) ? data : undefined;
  } catch (error) {
    if (isVisibilityError(error)) return undefined;
    throw error;
  }
}
