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

/** Reads how long a workflow waits from its arguments; `usual` seconds by default. */
export const waitOptions = ({ wait_s, again }: Omit<Waiting, 'waitSeconds'>, usual: number): Waiting => ({
  waitSeconds: wait_s ?? usual,
  wait_s,
  again,
});

/** Seconds that a call without `wait_s` waits: the configured value, or else what the host is known to allow. */
export const waitSecondsOf = (
  configured: number | undefined,
  { hostWaitSeconds }: Pick<ToolContext, 'hostWaitSeconds'>,
): number => configured ?? hostWaitSeconds ?? defaultWaitSeconds;
