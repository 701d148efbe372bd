import type { Node } from '../../charts/node.ts';
import { print } from '../output/print.ts';
import { terminalOf } from './terminal.ts';
import { toTerminal } from './to-terminal.ts';

/** Prints a document on stdout: laid out for a person at a terminal, plain in a pipe. */
export const show = (body: readonly Node[]): Promise<void> =>
  print(toTerminal(body, terminalOf(process.stdout, process.env)));
