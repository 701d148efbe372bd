import { operationNamed } from '../../../catalog/index.ts';
import type { Client } from '../../../client/client.ts';
import type { Fields } from '../../projection/records.ts';
import type { ToolContext } from '../../tool.ts';
import { recordsOf } from './read-reply.ts';

/** Each page is a request of the 60 a minute: 10 pages of 100 must do. */
const mostPages = 10;

/** The records of a paged listing, page by page, up to 1,000. */
export async function listAll(
  client: Client,
  name: string,
  given: Fields,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<Fields[]> {
  const records: Fields[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const reply = await client.call(operationNamed(name), { ...given, page, per_page: 100 }, signal ? { signal } : {});
    const found = recordsOf(reply);
    records.push(...found);
    if (found.length === 0 || !reply.page || reply.page.page >= reply.page.last_page) break;
  }
  return records;
}
