import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Client } from '../../../client/client.ts';
import type { Reply } from '../../../client/call/reply.ts';
import type { ToolContext } from '../../tool.ts';

/** A free call by its operation's name. */
export const read = <N extends OperationName>(
  client: Client,
  name: N,
  input: InputFor<N>,
  { signal }: Pick<ToolContext, 'signal'>,
): Promise<Reply<DataFor<N>>> => client.call(name, input, signal ? { signal } : {});
