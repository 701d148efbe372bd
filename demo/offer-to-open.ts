import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: 'open', linux: 'xdg-open' };

/** Asks a person at a terminal with a display whether to open the file; does nothing anywhere else. */
export async function offerToOpen(file: string): Promise<void> {
  const opener = openers[process.platform];
  const { CI, DISPLAY, WAYLAND_DISPLAY } = process.env;
  const hasDisplay = process.platform === 'darwin' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  if (!opener || !hasDisplay || CI || !process.stdin.isTTY || !process.stdout.isTTY) return;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Open the report now? [y/N] ').finally(() => terminal.close());
  if (!/^y(es)?$/i.test(answer.trim())) return;
  spawn(opener, [file], { detached: true, stdio: 'ignore' })
    .on('error', () => process.stderr.write(`${opener} is missing; open ${file} in a browser\n`))
    .unref();
}
