import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { endProcess } from '../support/processes/end-process.ts';
import { testScript } from '../support/processes/test-script.ts';

/** The embedded platform in a process of its own, on the fast clock that counts from `origin` and is `speed` times as fast as the machine's. */
export async function platformProcess(
  origin: number,
  speed: number,
): Promise<AsyncDisposable & { readonly apiUrl: string }> {
  const { file, env } = testScript(new URL('./platform-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', file, JSON.stringify({ speed, origin })], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [apiUrl] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    apiUrl,
    [Symbol.asyncDispose]: () => endProcess(child),
  };
}
