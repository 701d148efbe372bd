import { operationNamed } from '../../catalog/index.ts';
import type { Platform } from '../../programs/platform/platform.ts';
import type { ProjectionOptions } from '../results/projection/project.ts';
import { nextOf } from '../results/next-of.ts';
import { replyResult } from '../results/result.ts';
import type { ToolResult } from '../tool.ts';

/** Result of waiting for a job: its data and its state. Waiting for one that ended badly rejects. */
export function jobResult(
  { raw, started, file, unexpected, shows, unreadRows, ...job }: Awaited<ReturnType<Platform['wait']>>,
  view: ProjectionOptions,
): ToolResult {
  const operation = operationNamed(job.operation);
  const reply = {
    data: job.data ?? null,
    job,
    credits: job.credits,
    raw,
    started,
    unreadRows,
    file,
    unexpected,
    shows,
  };
  const { arguments: args } = job;
  return replyResult(reply, view, undefined, {}, { next: nextOf(operation, args, reply) }, operation);
}
