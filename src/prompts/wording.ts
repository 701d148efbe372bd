import { oneLine } from '../text/one-line.ts';

/** Text that a person wrote or chose from suggestions, delimited from the prompt around it. */
export const quoted = (text: string): string => JSON.stringify(oneLine(text, maxLength));

/** Characters of one argument. */
const maxLength = 2_000;

/** The parts that there are, one a line. */
export const lines = (...parts: readonly string[]): string => parts.filter(Boolean).join('\n');

export const goOn = 'If it is not finished in time, call it again with the same arguments; that pays nothing twice.';
