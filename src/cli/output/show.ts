import type { Node } from '../../reports/index.ts';
import { toPlainText } from '../../reports/to-markdown.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { wantsJson, type Invocation } from '../command/command.ts';
import { dataDocument } from './data-document.ts';
import { print, printJson } from './print.ts';

/** Prints a document on stdout, for a person: Markdown without escapes, of any width. */
export const show = (body: readonly Node[], kept?: string): Promise<void> => print(cleanText(toPlainText(body)), kept);

/** Prints a value as text on a terminal, and as JSON in a pipe or if the command line requests it. */
export const printOrShow = (
  value: object,
  invocation: Pick<Invocation, 'options'>,
  shown: object = value,
): Promise<void> => (process.stdout.isTTY && !wantsJson(invocation) ? show(dataDocument(shown)) : printJson(value));
