import { defaultWaitSeconds } from '../../client/call/default-wait.ts';
import type { ToolContext } from '../tool.ts';

/** Seconds; the longest that any known host lets a call block. */
export const maxWaitSeconds = 600;

/** The schema of `wait_s`, the same in every tool that waits. */
export const waitArgument = { type: 'integer', minimum: 0, maximum: maxWaitSeconds } as const;

/** How long a tool call waits for its job, by the tool's own arguments. */
export interface Waiting {
  readonly waitSeconds: number;
  readonly again?: boolean | undefined;
  /** As the caller stated it, to repeat in the call that takes an answer on. */
  readonly wait_s?: number | undefined;
}

/** What a workflow's own arguments say about waiting; `usual` seconds where they say nothing. */
export const waitOptions = ({ wait_s, again }: Omit<Waiting, 'waitSeconds'>, usual: number): Waiting => ({
  waitSeconds: wait_s ?? usual,
  wait_s,
  again,
});

/** Seconds that a call without `wait_s` waits: as configured, else as long as its host is known to allow. */
export const waitSecondsOf = (
  configured: number | undefined,
  { hostWaitSeconds }: Pick<ToolContext, 'hostWaitSeconds'>,
): number => configured ?? hostWaitSeconds ?? defaultWaitSeconds;
