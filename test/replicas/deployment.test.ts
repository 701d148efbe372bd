import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { settings, type Setting } from '../../src/app/config/settings.ts';
import { platformFor } from '../support/platform.ts';
import { endpoint } from '../mcp/support/http-server.ts';
import { redirect, register } from '../mcp/support/oauth-server.ts';
import { environment } from '../mcp/support/run.ts';
import { folder, type Scope } from '../mcp/support/scope.ts';
import { hasNginx, startNginx } from '../support/network/nginx.ts';
import { publicNetwork } from '../support/network/public-network.ts';
import { endProcess } from '../support/processes/end-process.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { freshStore } from '../support/state/store.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const [compose, nginx, dockerfile, unit] = [
  read('deploy/compose.yaml'),
  read('deploy/nginx.conf'),
  read('deploy/Dockerfile'),
  read('deploy/visibility-mcp.service'),
];

const unique = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([whole, name]) => name ?? whole))].toSorted();

/** What an operator writes into `.env`. */
const operator: Readonly<Record<string, string>> = {
  PUBLIC_URL: 'https://mcp.example.com',
  VISIBILITY_API_URL: 'https://platform.example/api/v1',
  VISIBILITY_SECRET: 's'.repeat(64),
  POSTGRES_PASSWORD: 'p'.repeat(48),
};

describe('what is in deploy/', () => {
  it('sets only settings that exist', () => {
    const variables = new Set(Object.values<Setting>(settings).flatMap(({ variable }) => variable ?? []));
    const set = unique(`${compose}${unit}`, /\b(VISIBILITY_[A-Z_]+)\b/g);
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !variables.has(name))).toEqual([]);
  });

  it('names the same replicas and ports everywhere', () => {
    const services = unique(compose, /^ {2}(replica-\d+):$/gm);
    expect(services).toEqual(['replica-1', 'replica-2']);
    expect(unique(compose, /VISIBILITY_REPLICA: (replica-\d+)/g)).toEqual(services);
    expect(unique(nginx, /server (replica-\d+):3917/g)).toEqual(services);
    expect(unique(nginx, /~\^(replica-\d+)\\\./g)).toEqual(services);
    expect(dockerfile).toMatch(/^EXPOSE 3917 9464$/m);
  });

  it('reaches the database without TLS only in a network of its own', () => {
    const { services, networks } = composeFile(operator);
    expect(services['replica-1']?.environment['VISIBILITY_STATE']).toMatch(
      /@postgres:5432\/visibility\?sslmode=disable$/,
    );
    expect(networks['database']).toEqual({ internal: true });
    expect(services['postgres']?.networks).toEqual(['database']);
    const inside = Object.keys(services).filter((name) => services[name]?.networks?.includes('database'));
    expect(inside).toEqual(['replica-1', 'replica-2', 'postgres']);
  });

  it('gives a replica the memory that the guide says it takes', () => {
    const stated = Number(/(\d+) MB in one process/.exec(read('docs/deployment.md'))?.[1]);
    const limits = Object.values(composeFile(operator).services).flatMap(({ mem_limit }) => mem_limit ?? []);
    expect(stated).toBeGreaterThan(0);
    expect(limits).toEqual(['1g', '1g']);
    expect(stated).toBeLessThan(0.75 * 1024);
  });

  it('asks the operator for what it cannot know', () => {
    for (const name of Object.keys(operator)) {
      const { [name]: _, ...others } = operator;
      expect(() => composeFile(others)).toThrow(name);
    }
  });

  it.runIf(hasNginx && postgresServer !== '' && process.platform === 'linux')(
    'starts: two replicas on one PostgreSQL behind nginx, each with the command and environment that it has there',
    async (scope) => {
      const platform = await platformFor(scope);
      const { services } = composeFile({ ...operator, VISIBILITY_API_URL: platform.url });
      const named = Object.entries(services).filter(([name]) => name.startsWith('replica-'));
      const replicas = await startServices(
        scope,
        named.map(([, service]) => service),
      );
      expect(replicas).toHaveLength(2);
      const front = new URL(
        (await startNginx(scope, { replicas: replicas.map((one) => `${one.address}:3917`) })).plainUrl,
      );
      for (const { address, checkHealth } of replicas) {
        await checkHealth();
        const ready = await fetch(`http://${address}:3917/readyz`);
        expect([ready.status, await ready.text()]).toEqual([200, expect.any(String)]);
        expect(await (await fetch(`http://${address}:9464/metrics`)).text()).toContain('visibility_state_up 1');
      }
      const described = await fetch(`${front.origin}/.well-known/oauth-protected-resource/mcp`);
      expect(await described.json()).toMatchObject({ resource: `${operator['PUBLIC_URL']}/mcp` });
      expect((await endpoint(front.href).ask({ body: {} })).status).toBe(401);
      expect((await fetch(`${front.origin}/metrics`)).status).toBe(404);
      // Registered by way of any of them, a client is known to all.
      const { client_id: client } = (await (await register({ origin: front.origin })).json()) as { client_id: string };
      const query = new URLSearchParams({
        client_id: client,
        redirect_uri: redirect,
        response_type: 'code',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 'S256',
      });
      for (const { address } of replicas) {
        const asked = await fetch(`http://${address}:3917/oauth/authorize?${query}`, { redirect: 'manual' });
        expect([asked.status, asked.headers.get('location')]).toEqual([303, expect.stringContaining('/oauth/signin/')]);
      }
    },
  );
});

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly networks?: readonly string[];
  readonly mem_limit?: string;
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
}

/** deploy/compose.yaml, with what an operator writes into `.env` in the place of its variables. */
function composeFile(operator: Readonly<Record<string, string>>): ComposeFile {
  const file: unknown = parse(compose, {
    merge: true,
    reviver: (_, value: unknown) => (typeof value === 'string' ? interpolated(value, operator) : value),
  });
  return file as ComposeFile;
}

const interpolated = (text: string, operator: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?+])([^}]*))?\}/g, (_, name: string, kind?: string, otherwise?: string) => {
    const value = operator[name];
    if (value === undefined && kind === '?') throw new Error(`.env has no ${name}`);
    if (kind === '+') return value ? (otherwise ?? '') : '';
    return value ?? otherwise ?? '';
  });

/** The instructions of deploy/Dockerfile for the image itself, in their order. */
const instructions = dockerfile
  .replaceAll(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .at(-1)!
  .split('\n')
  .map((line) => /^([A-Z]+) (.*)$/.exec(line) ?? [])
  .map(([, name = '', value = '']) => ({ name, value: value.trim() }));

const instruction = (name: string): string => instructions.find((each) => each.name === name)?.value ?? '';

/** A command of the image: a list of words; that of a health check stands behind its options. */
const command = (name: string): string[] => JSON.parse(instruction(name).replace(/^[^[]*/, '')) as string[];

/**
 * Starts services of the compose file as processes: files and command of the image, and the service's own environment. Only what
 * needs containers is replaced. Each process listens on an address of its own where it asks for 0.0.0.0, and the name `postgres`
 * leads to the tests' server, with a user and an empty schema of theirs. Gives their addresses, without a port, and health checks.
 */
async function startServices(scope: Scope, services: readonly Service[]) {
  const store = await freshStore('postgres');
  scope.onTestFinished(async () => store[Symbol.asyncDispose]());
  const image = imageFolder(scope);
  const started = services.map(async ({ environment: env }, at) => {
    const address = ownAddress(at);
    const child = spawn(process.execPath, [...command('ENTRYPOINT').slice(1), ...command('CMD')], {
      cwd: image,
      env: environment(scope, {
        ...env,
        VISIBILITY_STATE: inDatabase(env['VISIBILITY_STATE'] ?? '', store.location),
        ...publicNetwork({
          names: { postgres: [['127.0.0.1']] },
          ports: { '127.0.0.1': Number(new URL(postgresServer).port || 5432) },
          ownAddress: address,
        }),
      }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    scope.onTestFinished(() => endProcess(child));
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
    await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(() => Promise.reject(new Error(`it has ended: ${errors}`))),
    ]);
    const [program, ...args] = command('HEALTHCHECK');
    if (program !== 'node') throw new Error(`the health check runs ${program}`);
    const here = args.map((text) => text.replaceAll('127.0.0.1', address));
    const checkHealth = async () => void (await promisify(execFile)(process.execPath, here));
    return { address, checkHealth };
  });
  return Promise.all(started);
}

/** The content of the image: the files that its last stage copies. */
function imageFolder(scope: Scope): string {
  const image = folder(scope);
  for (const { value } of instructions.filter(({ name }) => name === 'COPY')) {
    const [from, ...paths] = value.split(/\s+/);
    if (from !== '--from=build') throw new Error(`COPY ${value} is not from the build`);
    const to = paths.pop() ?? '';
    for (const path of paths) {
      const source = path.replace(/^\/build\//, '');
      cpSync(join(root, source), to.endsWith('/') ? join(image, to, basename(source)) : join(image, to), {
        recursive: true,
      });
    }
  }
  return image;
}

/** Another address of this machine for each service; processes of two tests do not meet. */
const ownAddress = (at: number): string => `127.${((process.pid >> 8) & 127) | 64}.${process.pid & 255}.${at + 1}`;

/** The address as the file has it, host and demands on the connection included, of another user's database. */
function inDatabase(address: string, location: string): string {
  const [url, test] = [new URL(address), new URL(location)];
  [url.username, url.password, url.pathname] = [test.username, test.password, test.pathname];
  for (const [name, value] of test.searchParams) url.searchParams.set(name, value);
  return url.href;
}
