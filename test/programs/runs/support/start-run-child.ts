import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { testScript } from '../../../support/processes/test-script.ts';
import type { RunChildSettings } from './run-child.ts';

const script = testScript(new URL('./run-child.ts', import.meta.url));

/** Runs a program in a process of its own. Resolves with what its lines say. */
export async function runChild(settings: RunChildSettings): Promise<unknown[]> {
  const child = spawn(process.execPath, ['--no-warnings', script.file, JSON.stringify(settings)], {
    env: script.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [out] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = out.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as unknown);
}
