import type { DataFor, InputFor, OperationName } from '../../../catalog/index.ts';
import type { Platform, Reply } from '../../../client/index.ts';
import type { Waiting } from '../../definition/waiting.ts';
import type { ToolContext } from '../../definition/tool.ts';

/** The platform that a workflow reads from, and the conversation that it reads for. */
export interface Reader {
  readonly client: Platform;
  readonly context: Pick<ToolContext, 'signal' | 'onProgress' | 'clock'>;
}

/** One call of a workflow that may also pay, and wait for a job. */
export interface Task extends Reader {
  readonly context: ToolContext;
  readonly waiting: Waiting;
}

/** A free call by its operation's name. */
export const read = <N extends OperationName>(
  { client, context }: Reader,
  name: N,
  input: InputFor<N>,
): Promise<Reply<DataFor<N>>> => client.call(name, input, context);
