import { numberInId } from '../../catalog/id-text.ts';
import type { Client } from '../../client/client.ts';

/** Pages of domains that one look reads. */
const maxPages = 10;

/** The domains that assistants cite for a brand, in order; undefined where there are more than a look reads, or a row has none. */
export async function listDomains(
  client: Client,
  id: string,
  signal: AbortSignal | undefined,
): Promise<string[] | undefined> {
  const domains: string[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const reply = await client.call(
      'cited_sources.list',
      { id: numberInId(id) ?? id, group_by: 'domain', per_page: 100, page },
      { signal },
    );
    for (const { domain } of reply.data) {
      if (typeof domain !== 'string') return undefined;
      domains.push(domain);
    }
    if (reply.incomplete) return undefined;
    if (page >= (reply.page?.last_page ?? 1)) return domains.toSorted();
  }
  return undefined;
}
