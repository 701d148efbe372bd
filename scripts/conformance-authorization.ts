import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { agree, browser, oauthSecret, register } from '../test/mcp/support/oauth-server.ts';
import { freePort } from '../test/support/network/free-port.ts';

/** What the suite tests of an authorization server. Its other scenarios about authorization test clients. */
const scenarios = ['authorization-server-metadata-endpoint', 'authorization-code-grant'];

/**
 * Runs the conformance suite's scenarios for authorization servers against the built program, and signs in for the suite as
 * a person would. Resolves with whether all of them passed without a warning.
 */
export async function checkAuthorizationServer(
  suite: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly ok: boolean; readonly says: string }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const bin = resolve(import.meta.dirname, '../bin/visibility-mcp.js');
  const server = spawn(
    process.execPath,
    [bin, 'http', '--auth', 'oauth', '--public-url', origin, '--listen', `127.0.0.1:${port}`],
    {
      env: { ...env, VISIBILITY_SECRET: oauthSecret, VISIBILITY_STATE: join(folder, 'authorization.db') },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ended = once(server, 'exit');
  try {
    await once(createInterface({ input: server.stdout }), 'line');
    return await run(suite, folder, origin);
  } finally {
    server.kill();
    await ended;
  }
}

async function run(suite: string, folder: string, origin: string): Promise<{ ok: boolean; says: string }> {
  const { client_id: client } = (await (await register({ origin })).json()) as { client_id: string };
  const of = [
    '--url',
    origin,
    '--client-id',
    client,
    '--resource',
    `${origin}/mcp`,
    '--port',
    String(await freePort()),
    '-o',
    '/tmp/oauthconf/out',
  ];
  const child = spawn(process.execPath, [fileURLToPath(suite), 'authorization', ...of], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  // The suite prints the address at which a person has to sign in, and waits for the answer.
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`;
    if (!line.startsWith(`${origin}/oauth/authorize?`)) return;
    void agree(browser({ origin }), line, 'sandbox-owner').then(fetch);
  });
  const [code] = await once(child, 'exit');
  const passed = scenarios.filter((name) => new RegExp(`^✓ ${name}: \\d+ passed, 0 failed$`, 'm').test(output));
  return { ok: code === 0 && passed.length === scenarios.length, says: output };
}
