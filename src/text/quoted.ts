import { oneLine } from './one-line.ts';

/**
 * What somebody else said, in a sentence of this server's: one line in curly quotation marks, which the text itself cannot
 * hold, so that it cannot end its quotation.
 */
export const quoted = (text: string, maxLength: number): string =>
  `“${oneLine(text, maxLength).replace(/[“”„‟＂〝〞]/g, '"')}”`;
