import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseYaml } from 'yaml';
import { bin, runProgram, temporaryFolder, type Ended } from './program.ts';

/** Judged by the files that it writes, in a home of its own. */

const install = (home: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  runProgram(['install', ...args], {
    cwd: home,
    env: { HOME: home, XDG_CONFIG_HOME: '', VISIBILITY_BUDGET: '5/day', ...env },
  });

const cline = '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json';

it.each([
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'mcpServers'],
  ['claude-code', '.claude.json', 'mcpServers'],
  ['vscode', '.config/Code/User/mcp.json', 'servers'],
  ['cursor', '.cursor/mcp.json', 'mcpServers'],
  ['gemini-cli', '.gemini/settings.json', 'mcpServers'],
  ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers'],
  ['zed', '.config/zed/settings.json', 'context_servers'],
  ['cline', cline, 'mcpServers'],
] as const)('%s starts this program as its file says, beside what was there', async (client, path, list) => {
  const home = temporaryFolder();
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `{\n  // mine\n  "${list}": { "other": { "command": "x" }, },\n}\n`, { mode: 0o600 });
  expect(await install(home, [client])).toMatchObject({ code: 0, stdout: expect.stringContaining(file) });
  const text = readFileSync(file, 'utf8');
  const servers = (parseJson(text) as Record<string, Record<string, unknown>>)[list];
  expect(servers?.['visibility']).toMatchObject({
    command: expect.stringMatching(/^\/.*node$/),
    args: [bin],
    env: { VISIBILITY_BUDGET: '5/day' },
  });
  expect(servers?.['other']).toEqual({ command: 'x' });
  expect(text).toContain('// mine');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await install(home, [client, '--remove'])).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).not.toContain('visibility');
  expect(readFileSync(file, 'utf8')).toContain('// mine');
});

it.each(['opencode.json', 'opencode.jsonc'])('opencode starts it with one list of words: %s', async (name) => {
  const home = temporaryFolder();
  mkdirSync(join(home, '.config/opencode'), { recursive: true });
  writeFileSync(join(home, '.config/opencode', name), '{}');
  expect(await install(home, ['opencode'])).toMatchObject({ code: 0 });
  const { mcp } = JSON.parse(readFileSync(join(home, '.config/opencode', name), 'utf8')) as { mcp: object };
  expect(mcp).toMatchObject({
    visibility: {
      type: 'local',
      command: [expect.any(String), bin],
      environment: { VISIBILITY_BUDGET: '5/day' },
      enabled: true,
    },
  });
});

it('codex and goose get an entry in TOML and YAML', async () => {
  const home = temporaryFolder();
  expect(await install(home, ['codex'])).toMatchObject({ code: 0 });
  expect(readFileSync(join(home, '.codex/config.toml'), 'utf8')).toContain('[mcp_servers.visibility]');
  expect(await install(home, ['goose'])).toMatchObject({ code: 0 });
  const goose = parseYaml(readFileSync(join(home, '.config/goose/config.yaml'), 'utf8')) as { extensions: object };
  expect(goose.extensions).toMatchObject({
    visibility: { type: 'stdio', args: [bin], envs: { VISIBILITY_BUDGET: '5/day' } },
  });
});

it.each([
  ['codex', '.codex/config.toml', '# mine\nmodel = "x"\n'],
  ['goose', '.config/goose/config.yaml', '# mine\nGOOSE_MODEL: x\n'],
  ['goose', '.config/goose/config.yaml', 'a: &one 1\nb: *one\n'],
  ['cursor', '.cursor/mcp.json', '{ "mcpServers": {'],
  ['cursor', '.cursor/mcp.json', '[]'],
])('a file of which something would be lost stays as it is: %s, %s, %j', async (client, path, text) => {
  const home = temporaryFolder();
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  for (const more of [[], ['--remove']]) {
    const { code, stderr } = await install(home, [client, ...more]);
    expect([code, readFileSync(file, 'utf8')]).toEqual([1, text]);
    expect(stderr).toContain(file);
  }
});

it('a later install keeps the limits of an earlier one, and adds what is given', async () => {
  const home = temporaryFolder();
  await install(home, ['cursor', '--budget', '9/day']);
  await install(home, ['cursor'], { VISIBILITY_BUDGET: '', VISIBILITY_RATE: '30' });
  const { mcpServers } = JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')) as {
    mcpServers: { visibility: { env: Record<string, string> } };
  };
  expect(mcpServers.visibility.env).toMatchObject({ VISIBILITY_BUDGET: '9/day', VISIBILITY_RATE: '30' });
});

it('writes into the project of this folder, where the client has a file for one', async () => {
  const home = temporaryFolder();
  expect(await install(home, ['claude-code', '--local'])).toMatchObject({ code: 0 });
  expect(existsSync(join(home, '.mcp.json'))).toBe(true);
  expect(existsSync(join(home, '.claude.json'))).toBe(false);
  expect(await install(home, ['windsurf', '--local'])).toMatchObject({ code: 2 });
});

it('says that figures are invented without an account, and never writes a token', async () => {
  const home = temporaryFolder();
  const { stderr } = await install(home, ['cursor']);
  expect(stderr).toContain('invented');
  const token = { VISIBILITY_API_URL: 'https://platform.example/api/v1', VISIBILITY_API_TOKEN: 'sesame' };
  const withAccount = await install(home, ['cursor'], token);
  expect(withAccount.stderr).toContain('VISIBILITY_API_TOKEN_FILE');
  expect(withAccount.stderr).not.toContain('invented');
  expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).not.toContain('sesame');
});

it.each([[[]], [['lmstudio']], [['curser']]])('names the clients where none or another is named: %j', async (args) => {
  const { code, stderr } = await install(temporaryFolder(), args);
  expect(code).toBe(2);
  expect(stderr).toMatch(/cursor|docs\/clients\.md/);
});
