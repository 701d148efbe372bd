import type { CallOptions } from '../../client/call/reply.ts';
import type { ToolContext } from '../tool.ts';

/** How long a tool call waits for its job, by the tool's own arguments. */
export interface Waiting {
  readonly waitSeconds: number;
  readonly again?: boolean | undefined;
  /** As the caller stated it, to repeat in the call that takes an answer on. */
  readonly wait_s?: number | undefined;
}

/** The options of a call, from the context and a tool's own arguments. Progress is in percent. */
export function callOptions(
  { waitSeconds, again }: Waiting,
  { signal, progress, consent, caller, files, deferAcknowledgement }: ToolContext,
): CallOptions {
  return {
    waitSeconds,
    again,
    files,
    signal,
    consent,
    caller,
    deferAcknowledgement,
    ...onProgressOf(progress),
  };
}

/** The options of a free call that a tool makes on its way. */
export const readOptions = ({ signal, progress }: Pick<ToolContext, 'signal' | 'progress'>): CallOptions => ({
  signal,
  ...onProgressOf(progress),
});

const onProgressOf = (progress: ToolContext['progress']): Pick<CallOptions, 'onProgress'> =>
  progress ? { onProgress: ({ percent, message }) => progress({ progress: percent, total: 100, message }) } : {};
