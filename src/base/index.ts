/**
 * What every room needs and no room owns: the clock, limits and words that several rooms share, readable errors, and small functions on
 * JSON and text (`json/`, `text/`). Nothing here knows the platform, money or a protocol.
 *
 * As in most rooms, the face has types alone; values come from their files, so that nothing is loaded that is not used.
 */
export type { BudgetLimit, BudgetWindow } from './budget-limit.ts';
export type { Clock } from './clock.ts';
export type { CodeLimit, CodeLimits } from './code-limits.ts';
export type { JobState } from './job-states.ts';
export type { Fields } from './json/is-fields.ts';
export type { Proxies } from './proxies.ts';
export type { Quota } from './quota.ts';
export type { Fence } from './text/fence.ts';
