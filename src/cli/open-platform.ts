import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';

/** A platform that can be called: the configured one, or the embedded one, started for this process. */
export interface OpenPlatform {
  readonly apiUrl: string;
  readonly token: () => string;
  /** What ledger, limiter and jobs are kept under, where the address does not last. */
  readonly account?: string;
  close(): Promise<void>;
}

/**
 * Gives access to the configured platform. Several processes may each start the embedded one over
 * the same file.
 */
export async function openPlatform({ platform }: Config): Promise<OpenPlatform> {
  if (platform.kind === 'remote') return { ...platform, close: async () => {} };
  mkdirSync(dirname(platform.data), { recursive: true, mode: 0o700 });
  const { startSandbox } = await import('../sandbox/sandbox.ts');
  const { url, close } = await startSandbox({ data: platform.data, speed: platform.speed });
  return { apiUrl: url, token: () => 'sandbox-owner', account: identityOf(platform.data), close };
}

/**
 * The embedded platform has another port at every start, and in every process its own. What stays is
 * its data file; a new file is a new platform, whose jobs and credits are not those of the old one.
 */
function identityOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file);
  return `sandbox:${ino}:${Math.round(birthtimeMs)}`;
}
