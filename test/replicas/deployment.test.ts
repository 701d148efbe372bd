import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settings, type Setting } from '../../src/app/config/settings.ts';
import { platformFor } from '../support/platform.ts';
import { endpoint } from '../mcp/support/http-server.ts';
import { redirect, register } from '../mcp/support/oauth-server.ts';
import { hasNginx, startNginx } from '../support/network/nginx.ts';
import { postgresServer } from '../support/state/schemas.ts';
import { composeFile, startServices } from './support/deployed.ts';

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
  it('sets only settings that there are', () => {
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

  it('lets the database be reached without TLS only where nobody else is', () => {
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
      const file = composeFile({ ...operator, VISIBILITY_API_URL: platform.url });
      const names = Object.keys(file.services).filter((name) => name.startsWith('replica-'));
      const replicas = Object.values(await startServices(scope, file, names));
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
