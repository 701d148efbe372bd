import type { ServerContext } from '@modelcontextprotocol/server';
import { oneLine } from '../../text/one-line.ts';
import type { ToolContext } from '../../tools/tool.ts';

/** Characters: hosts show progress on one line. */
const maxMessage = 200;

/**
 * Sends progress to a client that asked for it. The value grows with every notification, as the
 * protocol demands, even while the platform repeats one percentage. Lost notifications are lost:
 * progress only repeats what the answer holds.
 */
export function progressReporter(ctx: ServerContext): ToolContext['progress'] {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -1;
  // A call that waits for several jobs goes from 100 to 200 with the second one.
  let before = 0;
  return ({ progress, total, message }) => {
    if (ctx.mcpReq.signal.aborted) return;
    if (last >= before + total && progress < total) before += total;
    last = Math.max(before + progress, last + 0.01);
    ctx.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken, progress: last, total: before + total, message: oneLine(message, maxMessage) },
      })
      .catch(() => {});
  };
}
