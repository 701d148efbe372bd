import { once } from 'node:events';
import type { Node } from '../../charts/node.ts';
import { writeLaidOut } from './guard-terminal.ts';
import { terminalOf } from './terminal.ts';
import { toTerminal } from './to-terminal.ts';

/** Prints a document on stdout: laid out for a person at a terminal, plain in a pipe. */
export async function show(body: readonly Node[]): Promise<void> {
  const text = `${toTerminal(body, terminalOf(process.stdout, process.env))}\n`;
  if (!writeLaidOut(process.stdout, text)) await once(process.stdout, 'drain');
}
