import { oneLine } from './one-line.ts';

/** A quotation within a sentence of this server: one line in quotation marks that the text itself cannot close. */
export const quoted = (text: string, maxLength: number): string =>
  `“${oneLine(text, maxLength).replace(/[“”„‟＂〝〞]/g, '"')}”`;
