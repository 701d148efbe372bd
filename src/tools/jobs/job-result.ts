import { operationNamed } from '../../catalog/index.ts';
import type { JobReply } from '../../client/index.ts';
import type { ProjectionOptions } from '../projection/project.ts';
import { nextOf } from '../results/next-of.ts';
import { replyResult } from '../results/result.ts';
import type { ToolResult } from '../definition/tool.ts';

/** The result of waiting for a job: its data and its state. Rejects if the job failed. */
export function jobResult(reply: JobReply, view: ProjectionOptions): ToolResult {
  const { job } = reply;
  const operation = operationNamed(job.operation);
  return replyResult(reply, view, undefined, {}, { next: nextOf(operation, job.arguments, reply) }, operation);
}
