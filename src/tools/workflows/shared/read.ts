import { operationNamed } from '../../../catalog/index.ts';
import type { Client } from '../../../client/client.ts';
import type { Reply } from '../../../client/call/reply.ts';
import type { Fields } from '../../projection/records.ts';
import type { ToolContext } from '../../tool.ts';

/** A free read by its operation's name. */
export const read = (
  client: Client,
  name: string,
  given: Fields,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<Reply> => client.call(operationNamed(name), given, signal ? { signal } : {});
