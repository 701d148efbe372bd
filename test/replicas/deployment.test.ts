import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings, type Setting } from '../../src/config/settings.ts';
import { startHttp } from '../mcp/support/http-server.ts';
import { folder } from '../mcp/support/scope.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(resolve(root, file), 'utf8');

const [compose, nginx, dockerfile] = [
  read('deploy/compose.yaml'),
  read('deploy/nginx.conf'),
  read('deploy/Dockerfile'),
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

/** The environment of a replica, with the operator's values in it. */
const environmentOfReplica = (): Record<string, string> =>
  Object.fromEntries(
    [...compose.matchAll(/^ {4}(VISIBILITY_\w+): (.+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable: string, _kind, otherwise: string = '') =>
        variable in operator ? (operator[variable] ?? '') : otherwise,
      ),
    ]),
  );

describe('what is in deploy/', () => {
  it('sets only settings that there are', () => {
    const known = new Set(Object.values<Setting>(settings).flatMap(({ variable }) => variable ?? []));
    const set = unique(compose, /\b(VISIBILITY_[A-Z_]+)\b/g);
    expect(set.length).toBeGreaterThan(5);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('names the same replicas and ports everywhere', () => {
    const services = unique(compose, /^ {2}(replica-\d+):$/gm);
    expect(services).toEqual(['replica-1', 'replica-2']);
    expect(unique(compose, /VISIBILITY_REPLICA: (replica-\d+)/g)).toEqual(services);
    expect(unique(nginx, /server (replica-\d+):3917/g)).toEqual(services);
    expect(unique(nginx, /~\^(replica-\d+)\\\./g)).toEqual(services);
    expect(dockerfile).toMatch(/^EXPOSE 3917 9464$/m);
    expect(dockerfile).toMatch(/^CMD \["http", "--listen", "0\.0\.0\.0:3917"\]$/m);
    expect(compose).toContain('VISIBILITY_METRICS_LISTEN: 0.0.0.0:9464');
  });

  it('copies into the image what is there', () => {
    const sources = unique(dockerfile, /^COPY --from=build \/build\/(\S+)/gm);
    expect(sources).toEqual(['bin', 'dist', 'package.json']);
    const [entry = ''] = unique(dockerfile, /^ENTRYPOINT \["node", "([^"]+)"\]$/gm);
    expect(existsSync(resolve(root, entry))).toBe(true);
  });

  it('starts a server with the environment of a replica', async (scope) => {
    const env = environmentOfReplica();
    expect(env).toMatchObject({ VISIBILITY_AUTH: 'oauth', VISIBILITY_BUDGET: 'standard' });
    const server = await startHttp(scope, {
      env: {
        ...env,
        VISIBILITY_STATE: `${folder(scope)}/state.db`,
        VISIBILITY_METRICS_LISTEN: '127.0.0.1:0',
        VISIBILITY_REPLICA: 'replica-1',
      },
    });
    expect((await server.ask({ method: 'GET', path: '/healthz' })).status).toBe(200);
    expect((await server.ask({ body: {} })).status).toBe(401);
  });
});
