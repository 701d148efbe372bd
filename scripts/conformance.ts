import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { checkAuthorizationServer } from './conformance-authorization.ts';

/**
 * The official conformance suite against the built program, over HTTP, on the embedded platform; nothing else is
 * reached. Each run has a baseline that says what the server cannot pass and why: a failure that is not in it fails,
 * and so does an entry that passes. The newer suite runs over both protocol eras, since it also checks
 * each message against the protocol's schema.
 */
const stable = import.meta.resolve('conformance-2025/dist/index.js');
const newer = import.meta.resolve('conformance-2026/dist/index.js');
const runs = [
  { name: '2025-11-25, stable suite', suite: stable, baseline: '2025-11-25-stable.yaml', args: [] },
  { name: '2025-11-25', suite: newer, baseline: '2025-11-25.yaml', args: ['--spec-version', '2025-11-25'] },
  { name: '2026-07-28', suite: newer, baseline: '2026-07-28.yaml', args: ['--spec-version', '2026-07-28'] },
];

const root = resolve(import.meta.dirname, '..');
const folder = await mkdtemp(join(tmpdir(), 'visibility-conformance-'));
const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VISIBILITY_'));
const environment = { ...Object.fromEntries(inherited), VISIBILITY_SANDBOX: '1' };
const server = spawn(process.execPath, [join(root, 'bin/visibility-mcp.js'), 'http', '--listen', '127.0.0.1:0'], {
  env: { ...environment, VISIBILITY_STATE: join(folder, 'state.db') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(server, 'exit');
try {
  const url = await addressOf(server.stdout);
  for (const run of runs) await check(url, run);
  const { ok, says } = await checkAuthorizationServer(newer, folder, environment);
  console.log(`conformance authorization server: ${ok ? 'as expected' : `NOT as expected\n${says}`}`);
  if (!ok) process.exitCode = 1;
} finally {
  server.kill();
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** The first line says where it listens; a server that ended without one has told why on stderr. */
async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) return (JSON.parse(line) as { url: string }).url;
  throw new Error('the server did not start');
}

async function check(url: string, { name, suite, baseline, args }: (typeof runs)[number]): Promise<void> {
  const command = [fileURLToPath(suite), 'server', '--url', url, '--suite', 'all', ...args];
  const child = spawn(process.execPath, [...command, '--expected-failures', join(root, 'test/conformance', baseline)], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const verdict = output.slice(output.indexOf('=== SUMMARY ==='));
  const [, total = 'no total'] = /^Total: (.+)$/m.exec(verdict) ?? [];
  const scenarios = [...verdict.matchAll(/^[✓✗] \S+: /gm)].length;
  // A suite that ran nothing has found nothing wrong.
  const ok = code === 0 && scenarios > 0;
  console.log(
    `conformance ${name}: ${ok ? 'as expected' : 'NOT as expected'} (${scenarios} scenarios; checks: ${total})`,
  );
  if (ok) return;
  console.log(verdict);
  process.exitCode = 1;
}
