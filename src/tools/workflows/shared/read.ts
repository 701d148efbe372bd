import type { DataFor, InputFor, OperationName } from '../../../catalog/operation-types.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Reply } from '../../../client/call/reply.ts';
import type { ToolContext } from '../../tool.ts';

/** A free call by its operation's name. */
export const read = <N extends OperationName>(
  client: Platform,
  name: N,
  input: InputFor<N>,
  context: Pick<ToolContext, 'signal' | 'onProgress'>,
): Promise<Reply<DataFor<N>>> => client.call(name, input, context);
