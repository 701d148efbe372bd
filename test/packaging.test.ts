import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settings, type Setting } from '../src/app/config/settings.ts';
import { runProgram, temporaryFolder } from './cli/program.ts';

const root = resolve(import.meta.dirname, '..');
const mcpb = join(root, 'node_modules/.bin/mcpb');
const place = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
const bundle = join(place, 'visibility-mcp.mcpb');
const unpacked = join(place, 'unpacked');

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

interface ServerJson {
  readonly name: string;
  readonly packages: readonly { registryType: string; identifier: string; version?: string; fileSha256?: string }[];
}

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
    const { packages } = JSON.parse(readFileSync(bundle.replace('.mcpb', '.server.json'), 'utf8')) as ServerJson;
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

describe('the names and versions', () => {
  it('server.json names packages of this version', () => {
    const { packages, name: registered } = read('server.json') as unknown as ServerJson;
    const { version, name, mcpName } = read('package.json') as Record<string, string>;
    expect(registered).toBe(mcpName);
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
