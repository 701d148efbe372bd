import type { ServerContext } from '@modelcontextprotocol/server';
import { oneLine } from '../../base/text/one-line.ts';
import { steadyProgress } from '../../tools/definition/steady-progress.ts';

/** Maximum characters, since hosts show progress on one line. */
const maxMessage = 200;

/**
 * Sends progress to a client that asked for it. The value grows with every notification, as the protocol requires, and ends
 * at 100. A notification that cannot be sent is dropped, since the answer has everything.
 */
export function progressReporter(ctx: ServerContext) {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let lastSent: Promise<void> = Promise.resolve();
  const { report, finish } = steadyProgress((progress, message) => {
    if (ctx.mcpReq.signal.aborted) return;
    lastSent = ctx.mcpReq
      .notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100, message: oneLine(message, maxMessage) },
      })
      .catch(() => {});
  });
  return {
    report,
    /** Reports 100 % at the end of a complete call, if anything was reported before. Resolves when that is sent. */
    finish: (): Promise<void> => {
      finish();
      return lastSent;
    },
  };
}
