import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { settings, type Setting } from '../src/config/settings.ts';
import { runProgram, temporaryFolder } from './cli/program.ts';

const root = resolve(import.meta.dirname, '..');
const mcpb = join(root, 'node_modules/.bin/mcpb');
const place = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
const bundle = join(place, 'visibility-mcp.mcpb');
const unpacked = join(place, 'unpacked');

const read = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>;

beforeAll(() => {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}` };
  execFileSync(process.execPath, ['scripts/pack.mjs', bundle], { cwd: root, env, stdio: 'pipe' });
  execFileSync(mcpb, ['unpack', bundle, unpacked], { stdio: 'pipe' });
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

describe('the bundle', () => {
  it('has a manifest that a host accepts', () => {
    expect(execFileSync(mcpb, ['validate', join(unpacked, 'manifest.json')], { encoding: 'utf8' })).toMatch(/passes/);
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
  it('are the same in every file that states them', () => {
    const [manifest, server, own] = [read('manifest.json'), read('server.json'), read('package.json')];
    expect(manifest['version']).toBe(own['version']);
    expect(server['version']).toBe(own['version']);
    expect(server['name']).toBe(own['mcpName']);
    for (const one of (server['packages'] ?? []) as { version: string; identifier: string; registryType: string }[]) {
      expect(one.version).toBe(own['version']);
      if (one.registryType === 'npm') expect(one.identifier).toBe(own['name']);
    }
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
  it('installs nothing else: the build holds what it runs on', () => {
    expect(read('package.json')).not.toHaveProperty('dependencies');
  });

  it('runs from a folder that holds nothing but it', async () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as [{ files: { path: string }[] }];
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'bin/visibility-mcp.js',
        'dist/main.js',
        'dist/lists.json',
        'dist/THIRD-PARTY-LICENSES.txt',
        'package.json',
        'README.md',
        'LICENSE',
      ]),
    );
    expect(
      paths.filter(
        (path) =>
          !/^(assets|bin|deploy|dist|docs|skills|\.claude-plugin)\/|^[A-Za-z.-]+$|^bench\/README.md$/.test(path),
      ),
    ).toEqual([]);
    const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !paths.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
    const folder = mkdtempSync(join(tmpdir(), 'visibility-mcp-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const path of paths) cpSync(join(root, path), join(folder, path));
    const version = execFileSync(process.execPath, [join(folder, 'bin/visibility-mcp.js'), '--version'], {
      encoding: 'utf8',
    });
    expect(version.trim()).toBe(read('package.json')['version']);
  });
});
