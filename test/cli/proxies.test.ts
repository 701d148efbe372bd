import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processClock } from '../support/clock/process-clock.ts';
import { startHost } from '../mcp/support/stdio-host.ts';
import { selfSigned } from '../support/network/certificate.ts';
import { connectProxy, type ConnectProxy, type ConnectProxyOptions } from '../support/network/connect-proxy.ts';
import { tlsFront } from '../support/network/tls-front.ts';
import { startPlatform, type Platform } from '../support/platform.ts';
import { emptyList, writeArticles } from '../support/stories.ts';
import { runHere, runProgram, temporaryFolder } from './program.ts';

const password = 'p@ss word-1|x';
const spellings = [password, encodeURIComponent(password), btoa(`ada:${password}`)];

interface Network {
  readonly platform: Platform;
  readonly proxy: ConnectProxy;
  /** What leads a process of the program to the platform: its address, a token, and the proxy, with its password where it has one. */
  readonly env: Readonly<Record<string, string>>;
}

/** A platform by https under a name that only the proxy knows, and with a certificate of a company's own. */
async function network(options: ConnectProxyOptions = {}): Promise<Network> {
  const platform = await startPlatform();
  writeArticles(platform);
  platform.on('GET /projects', emptyList);
  const front = await tlsFront(platform.url);
  const proxy = await connectProxy({ routes: { 'platform.host.example:443': front.port }, ...options });
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await front[Symbol.asyncDispose]();
    await platform.close();
  });
  const folder = temporaryFolder();
  const authority = join(folder, 'ca.pem');
  writeFileSync(authority, selfSigned.cert);
  const user = options.credentials ? `ada:${encodeURIComponent(password)}@` : '';
  return {
    platform,
    proxy,
    env: {
      VISIBILITY_API_URL: 'https://platform.host.example/api/v1',
      VISIBILITY_API_TOKEN: 'open-sesame',
      VISIBILITY_ACCOUNT: 'behind a proxy',
      VISIBILITY_BUDGET: 'none',
      VISIBILITY_STATE: join(folder, 'state.db'),
      HTTPS_PROXY: proxy.url.replace('//', `//${user}`),
      NODE_EXTRA_CA_CERTS: authority,
    },
  };
}

const withPassword = { credentials: `ada:${password}` };

describe('behind a proxy', () => {
  it('doctor goes the way that calls go', async () => {
    const { proxy, env } = await network(withPassword);
    const { code, stdout, stderr } = await runProgram(['doctor'], { env });
    expect(stdout).toMatch(/^ok +platform/m);
    expect(proxy.asked.length).toBeGreaterThan(0);
    expect(stdout).toMatch(/^ok +token/m);
    expect(code, stdout).toBe(0);
    expect(spellings.filter((one) => (stdout + stderr).includes(one))).toEqual([]);
  });

  it('call, verify and a server on stdio go through it, and the password is nowhere else', async () => {
    const { platform, proxy, env } = await network(withPassword);
    const called = await runProgram(['call', 'credits'], { env });
    expect(called.code, called.stderr).toBe(0);
    const requestsBefore = proxy.asked.length;
    expect(requestsBefore).toBeGreaterThan(0);
    const verified = await runProgram(['verify', '--families', 'credits', '--json'], { env });
    expect(proxy.asked.length, verified.stderr).toBeGreaterThan(requestsBefore);
    const host = await startHost({ onTestFinished }, { env: { ...env, VISIBILITY_LOG_LEVEL: 'trace' } });
    const result = await host.call('call_paid', {
      operation: 'articles.generate',
      arguments: { id: 1001, keyword: 'shoes', article_type: 'blog', target_length: 800 },
    });
    expect(result.error, JSON.stringify(result)).toBeUndefined();
    expect(platform.to('POST /articles/1001/generate')).toHaveLength(1);
    expect(new Set(proxy.asked)).toEqual(new Set(['platform.host.example:443']));
    const folder = join(env['VISIBILITY_STATE'] ?? '', '..');
    const answers = [
      ...[called, verified, host.output()].flatMap(({ stdout, stderr }) => [stdout, stderr]),
      JSON.stringify(platform.seen),
      ...readdirSync(folder).map((file) => readFileSync(join(folder, file), 'latin1')),
    ];
    expect(spellings.filter((one) => answers.some((text) => text.includes(one)))).toEqual([]);
  });
});

it('what takes connections and answers nothing ends doctor and a call, with what to do', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const env = {
    VISIBILITY_API_URL: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api/v1`,
    VISIBILITY_API_TOKEN: 'open-sesame',
    VISIBILITY_ACCOUNT: 'nobody answers',
    VISIBILITY_STATE: join(temporaryFolder(), 'state.db'),
  };
  const options = { env, clock: processClock(5) };
  const [doctor, call] = await Promise.all([runProgram(['doctor'], options), runProgram(['call', 'credits'], options)]);
  expect([doctor.code, call.code]).toEqual([1, 4]);
  expect(doctor.stdout).toMatch(/no answer within 10 s/);
  expect(call.stdout).toMatch(/"unreachable".*no answer within/);
}, 120_000);

it('the embedded platform is reached directly, whatever proxies there are', async () => {
  const { code, stdout } = await runHere(['call', 'credits'], {
    env: { HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'socks5://127.0.0.1:1' },
  });
  expect([code, JSON.parse(stdout)]).toMatchObject([0, {}]);
});

it('an address that no proxy can have is refused, and not repeated', async () => {
  const { env } = await network();
  for (const HTTPS_PROXY of ['socks5://ada:hidden-1@h:1', 'http://ada:hidden-1%zz@h:1', 'http://ada:hidden-1@']) {
    const { code, stdout, stderr } = await runHere(['doctor'], { env: { ...env, HTTPS_PROXY } });
    expect(code).toBe(2);
    expect(stderr).toContain('HTTPS_PROXY: not the address of an http(s) proxy');
    expect(stdout + stderr).not.toContain('hidden-1');
  }
});
