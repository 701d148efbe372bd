import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** Ends a process that a test is through with, at once. While coverage is measured it may write its counts first (preload-coverage.ts). */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  if (process.env['NODE_V8_COVERAGE'] && child.kill('SIGUSR2')) await Promise.race([exit, delay(3_000)]);
  child.kill('SIGKILL');
  await exit;
}
