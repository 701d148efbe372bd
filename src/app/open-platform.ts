import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from './config/config.ts';
import { makeFolder } from '../base/make-folder.ts';
import { startSandbox } from './start-sandbox.ts';

/** A platform that can be called: the configured one, or the embedded one, started for this process. */
export interface OpenPlatform {
  readonly apiUrl: string;
  /** The server's own token. Absent where each caller brings one. */
  readonly token?: (() => string) | undefined;
  /** Identifies the service where its address changes, as the embedded platform's does. */
  readonly service?: string | undefined;
  close(): Promise<void>;
}

/** Opens the configured platform. Several processes may each start the embedded one over the same file. */
export async function openPlatform({ platform }: Config): Promise<OpenPlatform> {
  if (platform.kind === 'remote') return { ...platform, close: async () => {} };
  if (platform.data !== ':memory:') makeFolder(dirname(platform.data));
  const { url, close } = await startSandbox({ data: platform.data, speed: platform.speed });
  return { apiUrl: url, token: () => 'sandbox-owner', service: identityOf(platform.data), close };
}

/**
 * The embedded platform has another port at every start and in every process. It is identified by
 * its data file: a new file is a new platform, with its own jobs and credits.
 */
function identityOf(file: string): string {
  if (file === ':memory:') return randomUUID();
  const { ino, birthtimeMs } = statSync(file);
  return `sandbox:${ino}:${Math.round(birthtimeMs)}`;
}
