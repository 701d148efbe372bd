import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { systemClock } from '../../../src/base/clock.ts';
import { folder, type Scope } from '../../mcp/support/scope.ts';
import { selfSigned } from './certificate.ts';
import { freePort } from './free-port.ts';

/** nginx with the configuration that is in deploy/. */
export interface Nginx {
  /** `https://…/mcp`, under the self-signed certificate of the tests. */
  readonly url: string;
  /** `http://…/mcp`, which only tests have. */
  readonly plainUrl: string;
}

export interface NginxOptions {
  /** Host and port of each replica, in the order of their names: `replica-1`, `replica-2` and so on. */
  readonly replicas: readonly string[];
  /** Seconds without a byte after which a replica counts as hanging. Default: as in deploy/. */
  readonly readTimeoutSeconds?: number;
}

const deployed = resolve(import.meta.dirname, '../../../deploy/nginx.conf');

/** nginx writes its version to stderr. */
const version = /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr ?? '');

/** Whether nginx is on this machine. */
export const hasNginx = version !== null;

/** Starts nginx before the replicas; it is gone at the end of the test. */
export async function startNginx(scope: Scope, options: NginxOptions): Promise<Nginx> {
  const home = folder(scope);
  const [port, plainPort] = [await freePort(), await freePort()];
  writeFileSync(join(home, 'fullchain.pem'), selfSigned.cert);
  writeFileSync(join(home, 'key.pem'), selfSigned.key);
  mkdirSync(join(home, 'temp'));
  const site = siteFor(options)
    .replace(
      'listen 443 ssl;',
      `listen 127.0.0.1:${port} ssl${knowsHttp2 ? '' : ' http2'};\n    listen 127.0.0.1:${plainPort};`,
    )
    .replace('http2 on;', knowsHttp2 ? 'http2 on;' : '')
    .replaceAll('/etc/nginx/tls/', `${home}/`);
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${home}/temp/${what};`,
  );
  const config = join(home, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; pid ${home}/nginx.pid; error_log ${home}/error.log;
     events { worker_connections 1024; }
     http { access_log off; ${temp.join(' ')}\n${site} }`,
  );
  const checked = spawnSync('nginx', ['-t', '-c', config], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(checked.stderr);
  const child = spawn('nginx', ['-c', config, '-g', 'daemon off;'], { stdio: ['ignore', 'ignore', 'inherit'] });
  scope.onTestFinished(() => end(child));
  await untilTaken(plainPort);
  return { url: `https://127.0.0.1:${port}/mcp`, plainUrl: `http://127.0.0.1:${plainPort}/mcp` };
}

/** Older versions take HTTP/2 as a word of `listen`. */
const knowsHttp2 =
  version !== null &&
  (Number(version[1]) > 1 || Number(version[2]) > 25 || (version[0].startsWith('nginx/1.25.') && version[3] !== '0'));

/** The deployed configuration for these replicas. */
function siteFor({ replicas, readTimeoutSeconds }: NginxOptions): string {
  let site = readFileSync(deployed, 'utf8');
  if (replicas.length === 3) {
    // Sets the upstream for the second one's sessions aside, and says of a third replica what is said of the second.
    const [sessions = ''] = /upstream sessions-2 \{[^}]*\}\n/.exec(site) ?? [];
    const third = (text: string): string => text.replaceAll('-2', '-3');
    site = site.replace(sessions, '').replaceAll(/^.*replica-2.*$/gm, (line) => `${line}\n${third(line)}`);
    site = `${site}\n${sessions}\n${third(sessions)}`;
  }
  if (readTimeoutSeconds !== undefined)
    site = site.replace(/proxy_read_timeout \w+;/, `proxy_read_timeout ${readTimeoutSeconds}s;`);
  return replicas.reduce((text, address, at) => text.replaceAll(`replica-${at + 1}:3917`, address), site);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function untilTaken(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await systemClock.sleep(20);
    } finally {
      socket.destroy();
    }
  }
}
