import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settings, type Setting } from '../src/app/config/settings.ts';
import { runProgram, temporaryFolder } from './cli/program.ts';

const root = resolve(import.meta.dirname, '..');
const mcpb = join(root, 'node_modules/.bin/mcpb');
const place = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
const bundle = join(place, 'visibility-mcp.mcpb');
const unpacked = join(place, 'unpacked');

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

/** By the packer, which refuses another manifest. */
let said: string;
beforeAll(() => {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
  said = execFileSync(process.execPath, ['scripts/pack.mjs', bundle], { cwd: root, env, encoding: 'utf8' });
  execFileSync(mcpb, ['unpack', bundle, unpacked], { stdio: 'pipe' });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the bundle', () => {
  it('has a manifest that a host accepts', () => {
    expect(said).toContain('Manifest schema validation passes!');
  });

  it('is published with its hash', () => {
    const { packages } = serverJson.parse(JSON.parse(readFileSync(bundle.replace('.mcpb', '.server.json'), 'utf8')));
    const hash = createHash('sha256').update(readFileSync(bundle)).digest('hex');
    expect(packages.map(({ fileSha256 }) => fileSha256)).toEqual([undefined, hash, undefined]);
  });

  it('holds what runs, and nothing else', () => {
    expect(readdirSync(unpacked).toSorted()).toEqual([
      'LICENSE',
      'README.md',
      'assets',
      'bin',
      'dist',
      'manifest.json',
      'package.json',
    ]);
    const files = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(files).toContain('dist/THIRD-PARTY-LICENSES.txt');
    expect(files.filter((file) => /\.(ts|map|db|log)$|node_modules|\.env/.test(file))).toEqual([]);
  });

  it('has the pictures and translations its manifest names', () => {
    const { icon, screenshots, localization } = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      icon: string;
      screenshots: string[];
      localization: { resources: string };
    };
    const isPng = (file: string) => readFileSync(join(unpacked, file)).toString('latin1', 1, 4) === 'PNG';
    expect([icon, ...screenshots].filter((file) => !isPng(file))).toEqual([]);
    const german = JSON.parse(
      readFileSync(join(unpacked, localization.resources.replace('${locale}', 'de')), 'utf8'),
    ) as Record<string, unknown>;
    expect(Object.keys(read('manifest.json'))).toEqual(expect.arrayContaining(Object.keys(german)));
    expect(readdirSync(join(unpacked, 'assets')).toSorted()).toEqual(['icon.png', 'locales', 'view.png']);
  });

  it('starts on its own, with what an untouched settings form passes on, and lists and calls tools', async () => {
    const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as {
      server: { mcp_config: { args: string[]; env: Record<string, string> } };
    };
    const { args, env } = manifest.server.mcp_config;
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'desktop', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'call_read', arguments: { operation: 'projects.list' } } },
    ];
    const output = execFileSync(
      process.execPath,
      args.map((arg) => arg.replace('${__dirname}', unpacked)),
      {
        cwd: tmpdir(),
        env: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...env },
        input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
        encoding: 'utf8',
      },
    );
    const [initialized, listed, called] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { result: Record<string, unknown> });
    expect(initialized?.result).toMatchObject({
      serverInfo: { name: 'visibility-mcp', version: read('package.json')['version'] },
    });
    expect(listed?.result['tools']).toEqual(
      (JSON.parse((await runProgram(['tools', '--json'])).stdout) as { tools: unknown[] }).tools,
    );
    expect(called?.result).toMatchObject({ structuredContent: { ok: true } });
  });
});

/** What https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json says of the parts that are used here. */
const input = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  value: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
});
const serverJson = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z.string().regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  repository: z.strictObject({ url: z.url(), source: z.literal('github') }),
  websiteUrl: z.url(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'mcpb', 'oci']),
      identifier: z.string().min(1),
      version: z.string().optional(),
      fileSha256: z
        .string()
        .regex(/^[a-f0-9]{64}$/)
        .optional(),
      runtimeHint: z.enum(['npx', 'docker']).optional(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      runtimeArguments: z.array(input.extend({ type: z.literal('named') })).optional(),
      packageArguments: z.array(input.extend({ type: z.literal('named') })).optional(),
      environmentVariables: z.array(input),
    }),
  ),
});

describe('the names and versions', () => {
  it('are the same in every file that states them', () => {
    const [manifest, server, own] = [read('manifest.json'), read('server.json'), read('package.json')];
    expect(manifest['version']).toBe(own['version']);
    expect(server['version']).toBe(own['version']);
    expect(server['name']).toBe(own['mcpName']);
  });

  it('server.json keeps the schema of the registry, with packages of this version', () => {
    const text = readFileSync(join(root, 'server.json'), 'utf8');
    const { packages } = serverJson.parse(JSON.parse(text));
    const { version, name, mcpName } = read('package.json') as Record<string, string>;
    expect(packages.map(({ registryType, identifier }) => [registryType, identifier])).toEqual([
      ['npm', name],
      ['mcpb', `https://github.com/${name}/${name}/releases/download/v${version}/${name}-${version}.mcpb`],
      ['oci', `ghcr.io/${name}/${name}:${version}`],
    ]);
    // The registry refuses a version beside the one in the address of an image.
    expect(packages.map((one) => one.version)).toEqual([version, version, undefined]);
    expect(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')).toContain(
      `LABEL io.modelcontextprotocol.server.name=${mcpName}\n`,
    );
  });

  it('the Node versions that a bundle asks for are those that the program accepts', () => {
    const { compatibility } = read('manifest.json') as { compatibility: { runtimes: { node: string } } };
    expect(compatibility.runtimes.node).toBe((read('package.json')['engines'] as { node: string }).node);
  });

  it('of settings in manifest and registry entry are settings of the program', () => {
    const names = Object.values<Setting>(settings).flatMap(({ variable }) => variable ?? []);
    const stated = [
      ...readFileSync(join(root, 'manifest.json'), 'utf8').matchAll(/"(VISIBILITY_[A-Z_]+)"/g),
      ...readFileSync(join(root, 'server.json'), 'utf8').matchAll(/"(VISIBILITY_[A-Z_]+)"/g),
    ];
    expect(stated.length).toBeGreaterThan(0);
    for (const [, name] of stated) expect(names).toContain(name);
  });
});

describe('what npm would publish', () => {
  // What is in it, and that it runs from nothing else, stands in test/library/consumer.test.ts.
  it('installs nothing else: the build holds what it runs on', () => {
    expect(read('package.json')).not.toHaveProperty('dependencies');
  });
});
