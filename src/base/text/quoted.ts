import { oneLine } from './one-line.ts';

/**
 * A quotation within a sentence of this server: one line in curly quotation marks. Such marks in the text are replaced, so that it cannot
 * end its own quotation.
 */
export const quoted = (text: string, maxLength: number): string =>
  `“${oneLine(text, maxLength).replace(/[“”„‟＂〝〞]/g, '"')}”`;
