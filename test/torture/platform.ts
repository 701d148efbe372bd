import { startSandbox } from '../../sandbox/sandbox.ts';
import type { Clock } from '../../src/base/clock.ts';

/** The embedded platform, with more credits than are needed. */
export async function openPlatform(clock: Clock): Promise<AsyncDisposable & { readonly apiUrl: string }> {
  const { url, close } = await startSandbox({ rate: 0, balance: 1_000_000, clock });
  return { apiUrl: url, [Symbol.asyncDispose]: close };
}
