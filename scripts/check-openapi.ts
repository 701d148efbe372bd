import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openapi } from '../src/catalog/openapi/openapi.ts';

/**
 * Has other people's tools judge the OpenAPI document: Redocly lints it, and Prism, a validating proxy, stands between the
 * tests of the embedded platform and the platform. Exit code 1 for a lint error, for an answer that the document does not
 * know, and for a request that the platform accepts and the document does not.
 *
 * The tests start many platforms. Prism has one upstream, so that a relay behind it finds the right one by a header, and a relay
 * before it notes what Prism says of each exchange.
 */
const folder = mkdtempSync(join(tmpdir(), 'visibility-openapi-'));
const file = join(folder, 'openapi.json');
writeFileSync(file, JSON.stringify(openapi()));

interface Violation {
  readonly message: string;
  readonly location: readonly string[];
}

const violations = new Map<string, number>();
let exchanges = 0;

const upstream = await listen((incoming, outgoing) =>
  forward(incoming, outgoing, Number(incoming.headers['x-sandbox']), incoming.url ?? '/'),
);
const prismPort = await freePort();
const front = await listen((incoming, outgoing) => forward(incoming, outgoing, prismPort, incoming.url ?? '/', note));

try {
  const lint = await run(
    'redocly',
    ['lint', file, '--extends=recommended', '--skip-rule=no-ambiguous-paths', '--skip-rule=info-license'],
    {
      REDOCLY_TELEMETRY: 'off',
    },
  );
  if (lint !== 0) throw new Error('redocly lint found errors');
  const prism = spawn(
    'prism',
    ['proxy', file, `http://127.0.0.1:${portOf(upstream)}/api/v1`, '--port', String(prismPort)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    await new Promise<void>((ready, failed) => {
      prism.stdout.on('data', (text: Buffer) => void (text.includes('listening') && ready()));
      prism.on('exit', () => failed(new Error('prism ended before it listened')));
    });
    await run('vitest', ['run', 'test/sandbox', '--project', 'sqlite', '--reporter', 'dot', '--silent'], {
      VISIBILITY_TEST_PROXY: `http://127.0.0.1:${portOf(front)}`,
    });
  } finally {
    prism.kill();
  }
} finally {
  upstream.close();
  front.close();
  rmSync(folder, { recursive: true, force: true });
}

for (const [violation, times] of violations) console.error(`${violation} (${times})`);
console.log(`OpenAPI: ${exchanges} exchanges through Prism, ${violations.size} kinds of violations`);
if (exchanges < 500) console.error('too few exchanges to mean anything');
process.exit(violations.size > 0 || exchanges < 500 ? 1 : 0);

function note({ method = '', url = '' }: IncomingMessage, answer: IncomingMessage): void {
  const header = answer.headers['sl-violations'];
  exchanges += 1;
  if (header === undefined) return;
  const { statusCode: status = 0 } = answer;
  // A parameter of OpenAPI cannot hold slashes, which a wiki page's may: the document says so in words. And a test breaks the
  // platform on purpose, to see that it answers 500 without details.
  if (status === 500 || (url.startsWith('/wiki/pages/') && status === 200)) return;
  for (const { message, location } of JSON.parse(String(header)) as Violation[]) {
    // Tests send nonsense on purpose: what the platform refuses, the document may refuse too. Of a query it ignores what it
    // does not understand.
    if (location[0] === 'request' && (status >= 300 || location[1] === 'query')) continue;
    const address = url.replaceAll(/\?.*$/g, '').replaceAll(/\/\d+/g, '/{id}');
    const violation = `${method} ${address} → ${status}: ${location.join('.')} ${message}`;
    violations.set(violation, (violations.get(violation) ?? 0) + 1);
  }
}

type Note = (incoming: IncomingMessage, answer: IncomingMessage) => void;

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  port: number,
  path: string,
  noted: Note = () => {},
): void {
  const { method, headers } = incoming;
  const passed = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    noted(incoming, answer);
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

async function listen(serve: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<Server> {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function freePort(): Promise<number> {
  const server = await listen(() => {});
  const port = portOf(server);
  server.close();
  return port;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function run(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...env } });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
