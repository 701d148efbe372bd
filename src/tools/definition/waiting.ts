import * as z from 'zod';
import { defaultWaitSeconds } from '../../client/calls/default-wait.ts';
import type { ToolContext } from './tool.ts';

/** The longest time in seconds that any known host lets a call block. */
export const maxWaitSeconds = 600;

/** The declaration of `wait_s`, for every tool that waits. */
export const waitSeconds = z.int().min(0).max(maxWaitSeconds);

/** How long a tool call waits for its job. */
export interface Waiting {
  readonly waitSeconds: number;
  readonly again?: boolean | undefined;
  /** The value that the caller gave, to repeat it in the follow-up call. */
  readonly wait_s?: number | undefined;
}

/** Seconds that a call waits: its own value, otherwise the configured one, otherwise what the host is known to allow. */
export const waitSecondsOf = (
  wait_s: number | undefined,
  configured: number | undefined,
  { hostWaitSeconds }: Pick<ToolContext, 'hostWaitSeconds'>,
): number => wait_s ?? configured ?? hostWaitSeconds ?? defaultWaitSeconds;
