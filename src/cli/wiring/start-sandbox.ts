import type { Sandbox, SandboxOptions } from '../../../sandbox/sandbox.ts';
import { systemClock } from '../../clock.ts';

/** Starts the embedded platform on the machine's own time. It is loaded by the first start: most runs do without. */
export async function startSandbox(options: Omit<SandboxOptions, 'clock'>): Promise<Sandbox> {
  const sandbox = await import('../../../sandbox/sandbox.ts');
  return sandbox.startSandbox({ ...options, clock: systemClock });
}
