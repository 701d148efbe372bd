import { oneLine } from './one-line.ts';

/**
 * A quotation in a sentence of this server: one line in curly quotation marks, which the text itself cannot
 * hold, so that it cannot end its quotation.
 */
export const quoted = (text: string, maxLength: number): string =>
  `“${oneLine(text, maxLength).replace(/[“”„‟＂〝〞]/g, '"')}”`;
