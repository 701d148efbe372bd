import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Client } from '../../../client/client.ts';
import type { Reply } from '../../../client/call/reply.ts';
import { readOptions } from '../../calling/call-options.ts';
import type { ToolContext } from '../../tool.ts';

/** A free call by its operation's name. */
export const read = <N extends OperationName>(
  client: Client,
  name: N,
  input: InputFor<N>,
  context: Pick<ToolContext, 'signal' | 'progress'>,
): Promise<Reply<DataFor<N>>> => client.call(name, input, readOptions(context));
