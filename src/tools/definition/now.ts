import { systemClock } from '../../base/clock.ts';
import type { ToolContext } from './tool.ts';

/** Milliseconds since the Unix epoch, by the clock of the call. */
export const now = ({ clock = systemClock }: Pick<ToolContext, 'clock'>): number => clock.now();
