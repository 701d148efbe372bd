import type { ToolContext } from '../tool.ts';

/** Seconds that every host is thought to allow. */
const careful = 45;

/** Seconds a call waits that says nothing of waiting: as configured, else as long as its host is known to allow. */
export const usualWait = (configured: number | undefined, { waitSeconds }: Pick<ToolContext, 'waitSeconds'>): number =>
  configured ?? waitSeconds ?? careful;
