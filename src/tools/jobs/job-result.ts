import { operationNamed } from '../../catalog/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProjectionOptions } from '../projection/project.ts';
import { jobFailure } from '../results/error-result.ts';
import { replyResult } from '../results/result.ts';
import type { ToolResult } from '../tool.ts';

/** Result of waiting for a job: its data, its state, or why it failed. */
export function jobResult(
  { raw, started, file, unexpected, shows, leftUnread, ...job }: Awaited<ReturnType<Platform['wait']>>,
  view: ProjectionOptions,
): ToolResult {
  if (job.state === 'failed' || job.state === 'unknown') return jobFailure(job);
  return replyResult(
    {
      data: job.data ?? null,
      job,
      credits: job.credits,
      raw,
      started,
      leftUnread,
      file,
      unexpected,
      shows,
    },
    view,
    undefined,
    {},
    {},
    operationNamed(job.operation),
  );
}
