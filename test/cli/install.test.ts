import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve, win32 } from 'node:path';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { describe, expect, it } from 'vitest';
import { changedLines } from '../../src/cli/install/changed-lines.ts';
import { clients } from '../../src/cli/install/clients.ts';
import { jsonEditor } from '../../src/cli/install/edit-json.ts';
import { tomlEditor } from '../../src/cli/install/edit-toml.ts';
import { parseJsonc, valueOf } from '../../src/cli/install/jsonc.ts';
import { links } from '../../src/cli/install/links.ts';
import { readSettingsFile, writeSettingsFile } from '../../src/cli/install/settings-file.ts';
import { renameOver } from '../../src/cli/rename-over.ts';
import { stableNodePath } from '../../src/cli/install/this-server.ts';
import { bin, runHere, runProgram, temporaryFolder, type Start } from './program.ts';

const entry = { command: 'node', args: ['C:\\Program Files\\x.js'], env: { A: 'b"c' } };

/** Runs `install` in a home of its own. */
function inHome(home: string, env: Start['env'] = {}) {
  return (...args: string[]) =>
    runHere(['install', ...args], {
      env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), CODEX_HOME: '', CLAUDE_CONFIG_DIR: '', ...env },
    });
}

function file(path: string, content: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

/** The older texts of a client's file, oldest first. */
const backupsOf = (path: string): string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.`) && name.endsWith('.bak'))
    .toSorted()
    .map((name) => join(dirname(path), name));

/** What a client's file says, in whatever format it is. */
function content(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.toml') ? parse(text) : path.endsWith('.yaml') ? parseYaml(text) : JSON.parse(text);
}

describe('install', () => {
  const started = { command: process.execPath, args: [bin, '--unattended'], env: { VISIBILITY_BUDGET: '10/day' } };
  const { command, args, env } = started;
  it.each<[client: string, path: string, list: string, entry: object]>([
    ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'mcpServers', started],
    ['claude-code', '.claude.json', 'mcpServers', { type: 'stdio', ...started }],
    ['vscode', '.config/Code/User/mcp.json', 'servers', { type: 'stdio', ...started }],
    ['cursor', '.cursor/mcp.json', 'mcpServers', started],
    // Codex, Goose and Cline allow a call less than a job takes, unless they are configured otherwise.
    ['codex', '.codex/config.toml', 'mcp_servers', { ...started, tool_timeout_sec: 300 }],
    ['gemini', '.gemini/settings.json', 'mcpServers', started],
    ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers', started],
    ['zed', '.config/zed/settings.json', 'context_servers', started],
    [
      'cline',
      '.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      'mcpServers',
      { ...started, timeout: 300 },
    ],
    [
      'goose',
      '.config/goose/config.yaml',
      'extensions',
      { enabled: true, type: 'stdio', name: 'visibility', cmd: command, args, envs: env, timeout: 300 },
    ],
    ['lmstudio', '.lmstudio/mcp.json', 'mcpServers', started],
    ['junie', '.junie/mcp/mcp.json', 'mcpServers', started],
    [
      'opencode',
      '.config/opencode/opencode.json',
      'mcp',
      { type: 'local', command: [command, ...args], environment: env, enabled: true },
    ],
  ])(
    'tells %s how this program is started, in ~/%s, and nothing the second time',
    async (client, path, list, entry) => {
      const home = temporaryFolder();
      const { code, stdout } = await inHome(home)(client, '--budget', '10/day', '--unattended');
      expect(code).toBe(0);
      expect(stdout).toContain(join(home, path));
      expect(content(join(home, path))).toEqual({ [list]: { visibility: entry } });
      expect(readdirSync(dirname(join(home, path))).filter((name) => /\.(bak|tmp)$/.test(name))).toEqual([]);
      expect(await inHome(home)(client)).toMatchObject({ stdout: expect.stringContaining('already') });
    },
  );

  it('allows calls of Codex and Gemini more than a job is waited for', async () => {
    const home = temporaryFolder();
    expect(await inHome(home)('codex', '--max-wait', '400')).toMatchObject({ code: 0 });
    expect(content(join(home, '.codex/config.toml'))).toMatchObject({
      mcp_servers: { visibility: { env: { VISIBILITY_MAX_WAIT: '400' }, tool_timeout_sec: 460 } },
    });
    // Gemini allows ten minutes, and counts in milliseconds.
    await inHome(home)('gemini', '--max-wait', '600');
    expect(content(join(home, '.gemini/settings.json'))).toMatchObject({
      mcpServers: { visibility: { timeout: 660_000 } },
    });
  });

  it('writes what a client can really start', async () => {
    const home = temporaryFolder();
    await inHome(home)('cursor', '--read-only');
    const { mcpServers } = content(join(home, '.cursor/mcp.json')) as {
      mcpServers: { visibility: { command: string; args: string[]; env: Record<string, string> } };
    };
    const {
      command,
      args: [program = '', ...rest],
      env,
    } = mcpServers.visibility;
    expect(program).toBe(bin);
    const { stdout } = await runProgram([...rest, 'tools', '--json'], { node: command, env });
    expect(stdout).toContain('"name":"call_read"');
    expect(stdout).not.toContain('"name":"call_paid"');
  });

  it('changes nothing the second time, and says so', async () => {
    const home = temporaryFolder();
    const path = file(join(home, '.cursor/mcp.json'), '{}');
    await inHome(home)('cursor');
    const [text, { ino }] = [readFileSync(path, 'utf8'), statSync(path)];
    const { code, stdout } = await inHome(home)('cursor');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('already') });
    expect([readFileSync(path, 'utf8'), statSync(path).ino]).toEqual([text, ino]);
    expect(backupsOf(path).map((each) => readFileSync(each, 'utf8'))).toEqual(['{}']);
  });

  it('replaces what stands under its name, keeps what was there as a backup, and the mode', async () => {
    const home = temporaryFolder();
    const before = '{ "mcpServers": { "visibility": { "url": "http://old" }, "b": {} } }\n';
    // The umask would take the right to write from the group.
    const path = file(join(home, '.claude.json'), before, 0o664);
    expect(await inHome(home)('claude-code', '--name', 'visibility')).toMatchObject({ code: 0 });
    expect(content(path)).toEqual({
      mcpServers: { visibility: expect.objectContaining({ command: process.execPath }), b: {} },
    });
    expect(content(path)).not.toHaveProperty('mcpServers.visibility.url');
    expect(backupsOf(path).map((each) => readFileSync(each, 'utf8'))).toEqual([before]);
    expect([path, ...backupsOf(path)].map((each) => statSync(each).mode & 0o777)).toEqual([0o664, 0o664]);
  });

  it('makes a file that nobody else can read, and keeps the byte order mark of one', async () => {
    const home = temporaryFolder();
    await inHome(home)('claude-code');
    expect(statSync(join(home, '.claude.json')).mode & 0o777).toBe(0o600);
    const path = file(join(home, '.cursor/mcp.json'), '\uFEFF{ "mcpServers": {} }\n');
    await inHome(home)('cursor');
    expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFF\{ "mcpServers": \{[^]+visibility/);
  });

  it('keeps the settings of an earlier install unless they are given again, and says which', async () => {
    const home = temporaryFolder();
    const path = join(home, '.cursor/mcp.json');
    await inHome(home)('cursor', '--budget', '10/day', '--unattended', '--rate', '30');
    const again = await inHome(home)('cursor', '--rate', '20');
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('kept from before: VISIBILITY_BUDGET, --unattended'),
    });
    expect(again.stdout).toMatch(/^-.*VISIBILITY_RATE.*30.*\n\+.*VISIBILITY_RATE.*20/m);
    expect(content(path)).toEqual({
      mcpServers: {
        visibility: {
          command: process.execPath,
          args: [bin, '--unattended'],
          env: { VISIBILITY_BUDGET: '10/day', VISIBILITY_RATE: '20' },
        },
      },
    });
    await inHome(home)('cursor', '--reset');
    expect(content(path)).toEqual({ mcpServers: { visibility: { command: process.execPath, args: [bin], env: {} } } });
    expect(backupsOf(path)).toEqual([]);
  });

  it('a setting given now replaces a flag that a person wrote into the entry, and what the client keeps there stays', async () => {
    const home = temporaryFolder();
    const path = file(
      join(home, '.cursor/mcp.json'),
      JSON.stringify({
        mcpServers: {
          visibility: {
            command: 'node',
            args: ['/old/visibility-mcp.js', '--budget', '10/day', '--read-only'],
            env: {},
            disabled: true,
          },
        },
      }),
    );
    expect(await inHome(home)('cursor', '--budget', '5/day')).toMatchObject({ code: 0 });
    expect(content(path)).toEqual({
      mcpServers: {
        visibility: {
          command: process.execPath,
          args: [bin],
          env: { VISIBILITY_BUDGET: '5/day', VISIBILITY_READ_ONLY: 'true' },
          disabled: true,
        },
      },
    });
  });

  it('a difference shows no secret of another server', async () => {
    const home = temporaryFolder();
    file(
      join(home, '.cursor/mcp.json'),
      '{\n  "mcpServers": {\n    "other": { "env": { "GITHUB_TOKEN": "ghp_sesame" } }\n  }\n}\n',
    );
    const { stdout } = await inHome(home)('cursor', '--dry-run');
    expect(stdout).toContain('"GITHUB_TOKEN": "…"');
    expect(stdout).not.toContain('sesame');
  });

  const url = 'https://v.example/mcp';
  const bearer = (reference: string) => ({ headers: { Authorization: `Bearer ${reference}` } });
  it.each<[client: string, path: string, list: string, entry: object]>([
    ['claude-code', '.claude.json', 'mcpServers', { type: 'http', url, ...bearer('${VTOKEN}') }],
    ['vscode', '.config/Code/User/mcp.json', 'servers', { type: 'http', url, ...bearer('${env:VTOKEN}') }],
    ['cursor', '.cursor/mcp.json', 'mcpServers', { url, ...bearer('${env:VTOKEN}') }],
    ['gemini', '.gemini/settings.json', 'mcpServers', { httpUrl: url, ...bearer('$VTOKEN') }],
    ['windsurf', '.codeium/windsurf/mcp_config.json', 'mcpServers', { serverUrl: url, ...bearer('${env:VTOKEN}') }],
    [
      'opencode',
      '.config/opencode/opencode.json',
      'mcp',
      { type: 'remote', url, enabled: true, ...bearer('{env:VTOKEN}') },
    ],
    ['codex', '.codex/config.toml', 'mcp_servers', { url, bearer_token_env_var: 'VTOKEN', tool_timeout_sec: 300 }],
  ])('writes an address for %s, and the token as a reference to a variable', async (client, path, list, entry) => {
    const home = temporaryFolder();
    expect(await inHome(home)(client, '--http', url, '--token-variable', 'VTOKEN')).toMatchObject({ code: 0 });
    expect(content(join(home, path))).toEqual({ [list]: { visibility: entry } });
  });

  it('writes an address for Goose in YAML, below what is there', async () => {
    const home = temporaryFolder();
    const before = '# mine\nGOOSE_MODEL: x # the model\nextensions:\n  other:\n    enabled: true\n';
    const goose = file(join(home, '.config/goose/config.yaml'), before);
    await inHome(home)('goose', '--http', 'http://127.0.0.1:3917/mcp');
    expect(content(goose)).toMatchObject({
      GOOSE_MODEL: 'x',
      extensions: {
        other: { enabled: true },
        visibility: { type: 'streamable_http', uri: 'http://127.0.0.1:3917/mcp' },
      },
    });
    expect(readFileSync(goose, 'utf8').startsWith(before)).toBe(true);
  });

  it('follows links, and keeps them', async () => {
    const home = temporaryFolder();
    const real = file(join(home, 'dotfiles/mcp.json'), '{"a": 1}');
    mkdirSync(join(home, '.cursor'));
    symlinkSync('../dotfiles/mcp.json', join(home, '.cursor/mcp.json'));
    expect(await inHome(home)('cursor')).toMatchObject({ code: 0 });
    expect(lstatSync(join(home, '.cursor/mcp.json')).isSymbolicLink()).toBe(true);
    expect(content(real)).toMatchObject({ a: 1, mcpServers: { visibility: {} } });
  });

  it('makes the file a link leads to', async () => {
    const home = temporaryFolder();
    mkdirSync(join(home, '.cursor'));
    symlinkSync('../mine.json', join(home, '.cursor/mcp.json'));
    expect(await inHome(home)('cursor')).toMatchObject({ code: 0 });
    expect(content(join(home, 'mine.json'))).toMatchObject({ mcpServers: { visibility: {} } });
  });

  it.each([
    ['cursor', '.cursor/mcp.json', '{"mcpServers": {', /left as it was: it is not valid JSON \(line 1\)/],
    ['cursor', '.cursor/mcp.json', '[]', /it is JSON, but no object/],
    ['cursor', '.cursor/mcp.json', '{"mcpServers": []}', /"mcpServers" in it is no object/],
    ['codex', '.codex/config.toml', 'model = "x"\nmodel = "y"\n', /it is not valid TOML \(line 2\)/],
    ['codex', '.codex/config.toml', 'mcp_servers = { visibility = { command = "x" } }\n', /change it by hand/],
  ])('leaves alone what it cannot change safely: %s, %s, %s', async (client, path, content, message) => {
    const home = temporaryFolder();
    const path_ = file(join(home, path), content);
    const { code, stdout, stderr } = await inHome(home)(client);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^visibility-mcp: [^\n]*\n$/);
    expect(readFileSync(path_, 'utf8')).toBe(content);
    expect(readdirSync(dirname(path_))).toHaveLength(1);
  });

  it('only shows what would change, with --dry-run', async () => {
    const home = temporaryFolder();
    const path = file(join(home, '.codex/config.toml'), 'model = "x"\n');
    const { code, stdout } = await inHome(home)('codex', '--dry-run');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining([path, ' model = "x"', '+[mcp_servers.visibility]']));
    expect(readFileSync(path, 'utf8')).toBe('model = "x"\n');
    await inHome(home)('gemini', '--dry-run');
    expect(existsSync(join(home, '.gemini'))).toBe(false);
  });

  it('never writes or shows the token, and says where to put it', async () => {
    const home = temporaryFolder();
    const env = {
      VISIBILITY_API_TOKEN: 'open-sesame',
      VISIBILITY_HTTP_TOKEN: 'open-sesame'.repeat(4),
      VISIBILITY_API_URL: 'https://platform.example/api/v1',
    };
    for (const args of [['cursor', '--dry-run'], ['cursor'], ['cursor', '--link']]) {
      const { code, stdout, stderr } = await inHome(home, env)(...args);
      expect(code).toBe(0);
      expect(stdout + stderr).not.toContain('sesame');
      if (!args.includes('--link')) expect(stderr).toContain('VISIBILITY_API_TOKEN_FILE');
    }
    expect(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')).not.toContain('sesame');
  });

  it('writes a token file and a store by their whole paths, since a client starts elsewhere', async () => {
    const home = temporaryFolder();
    const token = file(join(home, 'token'), 'open-sesame\n');
    await inHome(home, {
      VISIBILITY_API_TOKEN_FILE: relative(process.cwd(), token),
      VISIBILITY_API_URL: 'https://platform.example/api/v1',
    })('cursor', '--state', 'here.db');
    expect(content(join(home, '.cursor/mcp.json'))).toMatchObject({
      mcpServers: { visibility: { env: { VISIBILITY_API_TOKEN_FILE: token, VISIBILITY_STATE: resolve('here.db') } } },
    });
  });

  it.each([
    [[], /into which client/],
    [['cursr'], /no client cursr; did you mean cursor/],
    [['constructor'], /no client constructor/],
    [['claude-desktop', '--project'], /no configuration for a project/],
    [['cursor', '--name', 'a_b'], /name: "a_b" is not/],
    [['cursor', '--name', 'a'.repeat(21)], /is not 1 to 20 letters/],
    [['cursor', '--budget', '1/year'], /is not like 200\/day/],
    [['cursor', '--toolsets', 'artikles'], /no family artikles/],
    [['codex', '--link'], /takes no links/],
    [['cursor', '--http', 'http://v.example/mcp'], /must be https/],
    [['cursor', '--http', 'https://me:word@v.example/mcp'], /must not hold credentials/],
    [['cursor', '--http', 'https://:word@v.example/mcp'], /must not hold credentials/],
    [['cursor', '--http', 'v.example'], /no http\(s\) address/],
    [['cursor', '--http', 'https://v.example/mcp', '--budget', '1/day'], /--budget: is a setting of the server/],
    [['claude-desktop', '--http', 'https://v.example/mcp'], /takes no addresses .*under Connectors/],
    [['junie', '--http', 'https://v.example/mcp'], /takes no addresses .*adapter from stdio/],
    [['zed', '--http', 'https://v.example/mcp', '--token-variable', 'X'], /cannot refer to a variable/],
    [['cursor', '--token-variable', 'X'], /goes with --http/],
    [['cursor', '--state', 'postgres://u:sesame@db/x'], /a password in a flag/],
    [['cursor', '--state', 'postgres://db/x?password=sesame'], /a password in a flag/],
  ])('ends %j with one line and exit code 2', async (args, message) => {
    const home = temporaryFolder();
    const { code, stdout, stderr } = await inHome(home)(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('sesame');
    expect(readdirSync(home)).toEqual([]);
  });

  it('goes into the project in this folder, with --project', async () => {
    const folder = realpathSync(temporaryFolder());
    execFileSync(process.execPath, [bin, 'install', 'vscode', '--project'], { cwd: folder });
    expect(content(join(folder, '.vscode/mcp.json'))).toHaveProperty('servers.visibility.command');
  });
});

it('does not write over what another program wrote meanwhile', () => {
  const path = file(join(temporaryFolder(), 'mcp.json'), '{}');
  const settingsFile = readSettingsFile(path);
  writeFileSync(path, '{"other": 1}');
  expect(() => writeSettingsFile(path, settingsFile, '{"mine": 1}', 0)).toThrow(/another program has just changed it/);
  expect(readFileSync(path, 'utf8')).toBe('{"other": 1}');
  expect(readdirSync(dirname(path))).toEqual(['mcp.json']);
});

it('waits on Windows for a program that still has the file open', () => {
  const refusing = (times: number, code: string) => () => {
    if (times-- > 0) throw Object.assign(new Error(code), { code });
  };
  const rename = (times: number, code: string, system: string) => () =>
    renameOver('a', 'b', { rename: refusing(times, code), system });
  expect(rename(2, 'EPERM', 'win32')).not.toThrow();
  expect(rename(1, 'ENOENT', 'win32')).toThrow('ENOENT');
  expect(rename(1, 'EPERM', 'linux')).toThrow('EPERM');
});

it('refuses a file that is no text in UTF-8, which it could not give back as it was', () => {
  const path = join(temporaryFolder(), 'mcp.json');
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
  expect(() => readSettingsFile(path)).toThrow(/no text in UTF-8/);
});

it('names a Node by the path that outlives its updates, where there is one', () => {
  const folder = realpathSync(temporaryFolder());
  const node = file(join(folder, 'Cellar/node@24/24.20.0/bin/node'), '');
  expect(stableNodePath(node)).toBe(node);
  mkdirSync(join(folder, 'opt'));
  symlinkSync('../Cellar/node@24/24.20.0', join(folder, 'opt/node@24'));
  expect(stableNodePath(node)).toBe(join(folder, 'opt/node@24/bin/node'));
  expect(stableNodePath(process.execPath)).toBe(process.execPath);
  mkdirSync(join(folder, 'fnm_multishells'));
  symlinkSync('../Cellar/node@24/24.20.0', join(folder, 'fnm_multishells/12_34'));
  expect(stableNodePath(join(folder, 'fnm_multishells/12_34/bin/node'))).toBe(node);
});

describe('the place of a configuration', () => {
  const at = (system: string, env: Record<string, string> = {}) => ({
    system,
    env,
    home: system === 'win32' ? 'C:\\Users\\Ada' : '/home/ada',
    project: '.',
    namesIn: () => [] as string[],
  });

  it.each([
    ['claude-desktop', at('darwin'), '/home/ada/Library/Application Support/Claude/claude_desktop_config.json'],
    ['claude-desktop', at('win32', { APPDATA: 'D:\\Roaming' }), 'D:\\Roaming\\Claude\\claude_desktop_config.json'],
    ['vscode', at('darwin'), '/home/ada/Library/Application Support/Code/User/mcp.json'],
    ['vscode', at('win32'), 'C:\\Users\\Ada\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['vscode', at('linux', { XDG_CONFIG_HOME: '/x' }), '/x/Code/User/mcp.json'],
    ['claude-code', at('linux', { CLAUDE_CONFIG_DIR: '/c' }), '/c/.claude.json'],
    ['cursor', at('win32'), 'C:\\Users\\Ada\\.cursor\\mcp.json'],
    ['codex', at('linux', { CODEX_HOME: '/c' }), '/c/config.toml'],
    ['codex', at('win32'), 'C:\\Users\\Ada\\.codex\\config.toml'],
    ['gemini', at('darwin'), '/home/ada/.gemini/settings.json'],
  ])('of %s is known: %j', (client, place, path) => {
    expect(clients[client]?.file(place)).toBe(path);
  });

  // As hosts on Windows were seen to read them since the installer is a package (MSIX, February 2026).
  it('of Claude Desktop on Windows is the package that is there', () => {
    const classic = 'C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json';
    const packages = 'C:\\Users\\Ada\\AppData\\Local\\Packages';
    const inPackage = (name: string) => `${packages}\\${name}\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`;
    const fileWith = (names: readonly string[], ...present: readonly string[]) => {
      const namesIn = (folder: string) =>
        folder === packages
          ? names
          : present.filter((file) => win32.dirname(file) === folder).map((file) => win32.basename(file));
      return clients['claude-desktop']?.file({ ...at('win32'), namesIn });
    };
    const one = 'Claude_pzs8sxrjxfjjc';
    expect(fileWith(['Claude-Data', 'Claude'])).toBe(classic);
    expect(fileWith([one])).toBe(inPackage(one));
    expect(fileWith([one], classic)).toBe(classic);
    expect(fileWith([one, 'Claude_b'], classic, inPackage(one))).toBe(inPackage(one));
    expect(() => fileWith([one, 'Claude_b'])).toThrow(/several on this computer/);
  });
});

describe('an entry in JSON', () => {
  it.each([
    ['an empty text', '', '{\n  "s": {\n    "n": 1\n  }\n}\n'],
    ['an empty object', '{}', '{\n  "s": {\n    "n": 1\n  }\n}'],
    ['an object over lines', '{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"s": {\n\t\t"n": 1\n\t}\n}\n'],
    ['one line', '{"s":{"a":1}}', '{"s":{"a":1, "n": 1}}'],
    [
      'a comma too many',
      '{\n  "s": {\n    "a": 1, // one\n  },\n}',
      '{\n  "s": {\n    "a": 1, // one\n    "n": 1,\n  },\n}',
    ],
    [
      'a comment at the end',
      '{\n  "s": {\n    "a": 1 // one\n    /* two */\n  }\n}',
      '{\n  "s": {\n    "a": 1, // one\n    /* two */\n    "n": 1\n  }\n}',
    ],
    ['comments only', '{\n  "s": {\n    // none yet\n  }\n}', '{\n  "s": {\n    // none yet\n    "n": 1\n  }\n}'],
    ['lines of Windows', '{\r\n  "s": {}\r\n}\r\n', '{\r\n  "s": {\r\n    "n": 1\r\n  }\r\n}\r\n'],
    ['a byte order mark', '\uFEFF{"s":{"n":2}}', '\uFEFF{"s":{"n":1}}'],
    ['one of that name', '{"s": {"n": {"old": true} /* mine */, "m": 1}}', '{"s": {"n": 1 /* mine */, "m": 1}}'],
    ['a name twice: the last counts', '{"s": {"n": 2, "n": 3}}', '{"s": {"n": 2, "n": 1}}'],
  ])('goes into %s', (_, before, after) => {
    expect(jsonEditor.set(before, 's', 'n', 1 as never)).toBe(after);
  });

  it.each([
    '{"a": 1]',
    '{"a" 1}',
    '{a: 1}',
    "{'a': 1}",
    '{"a": 01}',
    '{"a": 1} x',
    '{"a": "b\n"}',
    '{,}',
    '[1,,2]',
    '{"a": /* 1}',
    '{"a": "\\x"}',
    '{"a"',
    '"',
  ])('does not go into %j, which is no JSON', (text) => {
    expect(() => jsonEditor.set(text, 's', 'n', entry)).toThrow(/not valid JSON/);
  });

  it('says the line on which a text stops being JSON', () => {
    expect(() => parseJsonc('{\n  "a": 1\n  "b": 2\n}')).toThrow(/line 3/);
  });

  it('leaves every other character where it was, whatever the text', () => {
    const blank = fc.constantFrom('', ' ', '\n', '\n    ', '\t', ' // a "comment" {\n', '/* , } */');
    const document = fc.record({
      value: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      servers: fc.option(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }))),
      blanks: fc.array(blank, { minLength: 8, maxLength: 8 }),
      indent: fc.constantFrom(0, 2, '\t'),
    });
    fc.assert(
      fc.property(document, ({ value, servers, blanks, indent }) => {
        const { list: _, ...others } = value;
        const whole = servers ? { ...others, list: servers } : others;
        let at = 0;
        const text = JSON.stringify(whole, null, indent).replaceAll(
          /"(?:[^"\\]|\\.)*"|[{}[\],:]/g,
          (token) => blanks[at++ % 8] + token + blanks[at++ % 8],
        );
        const edited = jsonEditor.set(text, 'list', 'mine', entry);
        expect(valueOf(parseJsonc(edited))).toEqual(
          JSON.parse(JSON.stringify({ ...others, list: { ...servers, mine: entry } })),
        );
        if (!(servers && Object.hasOwn(servers, 'mine'))) expect(isWithin(text, edited)).toBe(true);
        expect(jsonEditor.set(edited, 'list', 'mine', entry)).toBe(edited);
      }),
      { seed: 20_261_104, numRuns: 300 },
    );
  });
});

/** Whether `text` is what is left of `longer` when some of its characters are taken out. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const letter of longer) if (text.startsWith(letter, at)) at += letter.length;
  return at === text.length;
}

describe('an entry in TOML', () => {
  const table = '[s.n]\na = 1\n';
  it.each([
    ['an empty text', '', table],
    ['the end of a text', 'x = 1 # one\n', `x = 1 # one\n\n${table}`],
    ['the end of a table', '[s.m]\nb = 2', `[s.m]\nb = 2\n\n${table}`],
    ['lines of Windows', 'x = 1\r\n', 'x = 1\r\n\r\n[s.n]\r\na = 1\r\n'],
    ['the place of one', '[s.n]\nb = 2\n\n# about t\n[t]\nc = 3\n', `${table}\n# about t\n[t]\nc = 3\n`],
    [
      'the place of one with tables below it',
      '[s.n]\nb = 2\n[s.n.env]\nX = "y"\n[t]\n[s.n.tools.z]\nq = 1\n',
      `${table}[t]\n`,
    ],
    ['the place of one by a quoted name', '[ s . "n" ] # mine\nb = [\n  2,\n]\n', table],
  ])('goes to %s', (_, before, after) => {
    expect(tomlEditor.set(before, 's', 'n', { a: 1 })).toBe(after);
  });

  it('escapes what Windows paths are made of', () => {
    expect(parse(tomlEditor.set('', 's', 'n', entry))).toEqual({ s: { n: entry } });
  });

  it.each(['[s]\nn.a = 2\n', '[s]\nn = { a = 2 }\n', 's.n.a = 2\n', '[s.n]\nb = """\n[t]\n"""\n'])(
    'does not touch one that is no table of its own: %j',
    (text) => {
      expect(() => tomlEditor.set(text, 's', 'n', { a: 1 })).toThrow(/change it by hand/);
    },
  );
});

it('a difference shows the lines around it, and cuts what is too long', () => {
  expect(changedLines('a\nb\nc\nd\ne\n', 'a\nb\nc\nX\ne\n')).toBe('@@ -2,4 +2,4 @@\n b\n c\n-d\n+X\n e');
  expect(changedLines('', 'a\n')).toBe('@@ -0,0 +1,1 @@\n+a');
  expect(changedLines('', 'x'.repeat(500)).length).toBeLessThan(200);
  // A file of one line: what comes into it, and nothing of the secrets before, beside and within it.
  const own = `{"mcpServers":{${'"a":{"command":"b"},'.repeat(20)}"c":{"url":"https://ann:hidden@x.example"`;
  const entry = ',"visibility":{"command":"node","env":{"API_TOKEN":"hidden too","VISIBILITY_BUDGET":"1/day"}}';
  const difference = changedLines(`${own}}}}`, `${own}}${entry}}}`);
  expect(difference).toMatch(/^@@ -1,1 \+1,1 @@\n …[^]*^\+"visibility":\{"command":"node",\n\+"env"[^]*1\/day/m);
  expect(difference).not.toMatch(/hidden|ann/);
});

describe('a link', () => {
  const server = { command: 'npx', args: ['-y', 'visibility-mcp'], env: { A: 'ü+/=&?' } };

  it('for VS Code holds the server, encoded for each address it stands in', () => {
    const address = new URL(links.vscode('visibility', server)).searchParams.get('url') ?? '';
    expect(address).toMatch(/^vscode:mcp\/install\?/);
    expect(JSON.parse(decodeURIComponent(address.slice(address.indexOf('?') + 1)))).toEqual({
      name: 'visibility',
      ...server,
    });
  });

  it.each([links.cursor, links.lmstudio])('for Cursor and LM Studio holds the server in base64', (link) => {
    const { searchParams } = new URL(link('a b', server));
    expect(searchParams.get('name')).toBe('a b');
    expect(JSON.parse(Buffer.from(searchParams.get('config') ?? '', 'base64').toString('utf8'))).toEqual(server);
  });

  it('is printed for this very installation', async () => {
    const { stdout } = await inHome(temporaryFolder())('cursor', '--link', '--read-only');
    expect(
      JSON.parse(Buffer.from(new URL(stdout.trim()).searchParams.get('config') ?? '', 'base64').toString('utf8')),
    ).toEqual({ command: process.execPath, args: [bin], env: { VISIBILITY_READ_ONLY: 'true' } });
  });

  it('stands in the guide as it is made', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../docs/clients.md'), 'utf8');
    const published = { command: 'npx', args: ['-y', 'visibility-mcp'], env: {} };
    expect(guide).toContain(`(${links.vscode('visibility', published)})`);
    expect(guide).toContain(`(${links.cursor('visibility', published)})`);
    expect(guide).toContain(`(${links.lmstudio('visibility', published)})`);
    for (const client of Object.keys(clients)) expect(guide).toContain(`install ${client}`);
  });
});
