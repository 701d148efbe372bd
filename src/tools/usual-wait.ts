import type { ToolContext } from './tool.ts';

/** Seconds that are configured where nobody has configured any. */
const unset = 45;

/** Seconds a call waits that says nothing of waiting: as configured, else as long as its host is known to allow. */
export const usualWait = (configured: number, { waitSeconds }: Pick<ToolContext, 'waitSeconds'>): number =>
  configured === unset ? (waitSeconds ?? configured) : configured;
