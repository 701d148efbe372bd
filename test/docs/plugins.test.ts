import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { promptTexts, toolTexts } from '../../scripts/reference.ts';
import { temporaryFolder } from '../cli/program.ts';

const root = resolve(import.meta.dirname, '../..');
const text = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const json = (file: string): Record<string, unknown> => JSON.parse(text(file)) as Record<string, unknown>;

interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/** How each host starts the server: where its manifest says so, and what it calls this folder. */
const manifests: Readonly<Record<string, (manifest: Record<string, unknown>) => Started>> = {
  '.claude-plugin/plugin.json': ({ mcpServers }) => (mcpServers as { visibility: Started }).visibility,
  'gemini-extension.json': ({ mcpServers }) => (mcpServers as { visibility: Started }).visibility,
  'mcp.json': ({ mcpServers }) => (mcpServers as { visibility: Started }).visibility,
  'manifest.json': ({ server }) => (server as { mcp_config: Started }).mcp_config,
};

test('every manifest states the version of the package, and a release changes them all', () => {
  const { version } = json('package.json');
  const stating = [
    '.claude-plugin/plugin.json',
    'gemini-extension.json',
    'plugin.json',
    'manifest.json',
    'server.json',
  ];
  const released = text('scripts/release.ts');
  for (const file of stating) {
    expect(json(file)['version'], file).toBe(version);
    expect(released, file).toContain(`'${file}'`);
  }
});

test('the package holds what hosts read, and the skill', () => {
  const { files } = json('package.json') as { files: string[] };
  const parts = [...Object.keys(manifests), 'plugin.json', 'skills/visibility/SKILL.md'].map(
    (file) => file.split('/')[0],
  );
  expect(files).toEqual(expect.arrayContaining(parts));
});

test.each(Object.keys(manifests))('the command of %s starts the server', async (file) => {
  const { command, args } = (manifests[file] as (typeof manifests)[string])(json(file));
  const placed = args.map((arg) =>
    arg.replaceAll('${/}', '/').replace(/\$\{(CLAUDE_PLUGIN_ROOT|extensionPath|PLUGIN_ROOT|__dirname)\}/, root),
  );
  const child = spawn(command === 'node' ? process.execPath : command, placed, {
    env: { PATH: process.env['PATH'] ?? '', XDG_STATE_HOME: temporaryFolder() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  const [answer] = (await once(createInterface(child.stdout), 'line')) as [string];
  expect(JSON.parse(answer)).toMatchObject({
    result: { serverInfo: { title: 'Visibility', icons: [{ mimeType: 'image/svg+xml' }] } },
  });
});

describe('the skill', () => {
  const skill = text('skills/visibility/SKILL.md');

  it('has a head as the specification of skills asks for, and is short', () => {
    const [, head = ''] = /^---\n([^]*?)\n---\n/.exec(skill) ?? [];
    const fields = parse(head) as Record<string, string>;
    expect(Object.keys(fields)).toEqual(['name', 'description', 'license', 'compatibility']);
    expect(fields['name']).toBe('visibility');
    expect(fields['description']?.length).toBeLessThanOrEqual(1024);
    expect(fields['compatibility']?.length).toBeLessThanOrEqual(500);
    expect(skill.split('\n').length).toBeLessThan(500);
  });

  it('names only tools that exist', () => {
    const names = new Set(toolNames());
    const result = [...skill.matchAll(/`([a-z]+_[a-z_]+)(?: \{|`)/g)].map(([, name]) => name ?? '');
    const others = new Set(['budget_exceeded', 'confirmation_required', 'outcome_unknown', 'needs_you']);
    expect(result.length).toBeGreaterThan(15);
    expect(result.filter((name) => !names.has(name) && !others.has(name))).toEqual([]);
  });
});

describe('the bundle', () => {
  const manifest = json('manifest.json') as unknown as Localized & { prompts: { text: string }[] };

  it('lists the tools and prompts that the server offers', () => {
    expect(manifest.tools).toEqual(toolTexts());
    expect(manifest.tools.map(({ name }) => name)).toEqual(toolNames());
    expect(manifest.prompts).toEqual(promptTexts());
  });

  it.each(['de', 'fr', 'es', 'ja'])('says in %s all that it says in English', (locale) => {
    const local = json(`assets/locales/${locale}.json`) as unknown as Localized;
    const english: Record<string, unknown> = { ...manifest };
    expect(keysOf(local)).toEqual(keysOf(Object.fromEntries(Object.keys(local).map((key) => [key, english[key]]))));
    expect(Object.keys(local).toSorted()).toEqual([
      'description',
      'display_name',
      'keywords',
      'long_description',
      'prompts',
      'tools',
      'user_config',
    ]);
    expect(local.tools.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
    expect(local.prompts.map(({ name }) => name)).toEqual(manifest.prompts.map(({ name }) => name));
    const englishTexts = new Set(textsOf(manifest));
    expect(textsOf(local).filter((one) => one.includes(' ') && englishTexts.has(one))).toEqual([]);
  });
});

interface Localized {
  readonly description: string;
  readonly tools: readonly { name: string; description: string }[];
  readonly prompts: readonly { name: string; description: string }[];
  readonly user_config: Readonly<Record<string, { title: string; description: string }>>;
}

/** Paths of the translated texts; in the manifest, settings have further fields. */
const keysOf = (of: object): string[] => {
  const { user_config: settings = {}, ...rest } = of as Partial<Localized>;
  return [...Object.keys(rest), ...Object.keys(settings)];
};

const textsOf = ({ description, tools, prompts, user_config: settings }: Localized): string[] => [
  description,
  ...[...tools, ...prompts].map((one) => one.description),
  ...Object.values(settings).flatMap((setting) => [setting.title, setting.description]),
];

function toolNames(): string[] {
  const { full } = json('dist/lists.json') as { full: { tools: { tools: { name: string }[] } } };
  return full.tools.tools.map(({ name }) => name);
}
