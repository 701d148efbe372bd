import type { ChildSettings } from '../support/processes/child.ts';

/** The embedded platform's owner. */
export const token = 'sandbox-owner';

/** How much faster than the machine's the clocks of all processes run. */
export const speed = 20;

type Given = Pick<ChildSettings, 'apiUrl' | 'store' | 'origin' | 'requestsPerMinute'>;

/** Of a process that shares a store, a clock and a budget of so many credits with others. */
export const settingsOf = (given: Given, credits: number) => ({
  ...given,
  token,
  speed,
  budget: [{ credits, window: 'total' as const }],
});
