import { once } from 'node:events';

/** Writes to stdout and waits until it is taken, so that a large answer is whole before the process leaves. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
