import { defaultWaitSeconds } from '../../client/call/default-wait.ts';
import type { ToolContext } from '../tool.ts';

/** Seconds that a call without `wait_s` waits: as configured, else as long as its host is known to allow. */
export const waitSecondsOf = (
  configured: number | undefined,
  { waitSeconds }: Pick<ToolContext, 'waitSeconds'>,
): number => configured ?? waitSeconds ?? defaultWaitSeconds;
