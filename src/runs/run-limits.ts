import type { CodeLimits } from '../code-limits.ts';

/** Programs of one caller that run at once, where callers are distinguished. */
export const sharePerCaller = ({ runs }: Pick<CodeLimits, 'runs'>): number => Math.max(1, Math.ceil(runs / 3));

/** Characters that a line of the log counts beside its own: an empty one takes room and work as well. */
export const logLineChars = 16;

/** Calls of one run that are carried out at once; further ones wait their turn. Pauses are not counted. */
export const maxCallsAtOnce = 64;
