import { styleText } from 'node:util';
import type { Terminal } from './terminal.ts';

export type Style = Parameters<typeof styleText>[0];

/** `text` in a style, where the terminal shows colours. */
export const styled = (style: Style, text: string, { colour }: Pick<Terminal, 'colour'>): string =>
  colour && text !== '' ? styleText(style, text, { validateStream: false }) : text;
