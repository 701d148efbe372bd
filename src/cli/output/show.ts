import type { Node } from '../../reports/charts/node.ts';
import { toPlainText } from '../../reports/to-markdown.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { print } from './print.ts';

/** Prints a document on stdout, for a person: Markdown without escapes, whatever its width. */
export const show = (body: readonly Node[], kept?: string): Promise<void> => print(cleanText(toPlainText(body)), kept);
