import type { ServerContext } from '@modelcontextprotocol/server';
import type { ToolContext } from '../tools/tool.ts';

/**
 * Sends progress to a client that asked for it. The value grows with every notification, as the
 * protocol demands, even while the platform repeats one percentage. Lost notifications are lost:
 * nothing is ever told by progress alone.
 */
export function progressReporter(ctx: ServerContext): ToolContext['progress'] {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  return ({ progress, total, message }) => {
    if (ctx.mcpReq.signal.aborted) return;
    last = progress > last ? progress : last + 0.01;
    ctx.mcpReq
      .notify({ method: 'notifications/progress', params: { progressToken, progress: last, total, message } })
      .catch(() => {});
  };
}
