import { defaultWaitSeconds } from '../../client/call/default-wait.ts';
import type { ToolContext } from '../tool.ts';

/** Maximum seconds for which any known host lets a call block. */
export const maxWaitSeconds = 600;

/** The schema of `wait_s`, the same in every tool that waits. */
export const waitArgument = { type: 'integer', minimum: 0, maximum: maxWaitSeconds } as const;

/** How long a tool call waits for its job. */
export interface Waiting {
  readonly waitSeconds: number;
  readonly again?: boolean | undefined;
  /** The value that the caller gave, to repeat it in the follow-up call. */
  readonly wait_s?: number | undefined;
}

/** Seconds that a call waits: what it says itself, else the configured value, else what the host is known to allow. */
export const waitSecondsOf = (
  wait_s: number | undefined,
  configured: number | undefined,
  { hostWaitSeconds }: Pick<ToolContext, 'hostWaitSeconds'>,
): number => wait_s ?? configured ?? hostWaitSeconds ?? defaultWaitSeconds;
