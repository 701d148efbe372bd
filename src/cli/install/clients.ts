import { definedFields } from '../../json/defined-fields.ts';
import { posix, win32 } from 'node:path';
import { SettingError } from '../../config/setting-error.ts';
import type { Client, ClientEntry, Launch, Place, RemoteEntry, ServerEntry } from './client.ts';

/** Every client that can be installed into, by the name it has on the command line. Paths and shapes as their manuals give them. */
export const clients: Readonly<Record<string, Client>> = withDefaults({
  'claude-desktop': {
    title: 'Claude Desktop',
    file: claudeDesktopFile,
    addressElsewhere: 'add it in its settings, under Connectors',
    afterwards: 'Quit Claude Desktop and start it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    file: (place) => join(place, place.env['CLAUDE_CONFIG_DIR'] || place.home, '.claude.json'),
    projectFile: ['.mcp.json'],
    entry: stdio,
    remote: (server) => ({ type: 'http', url: server.url, ...headers(server, (name) => `\${${name}}`) }),
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
  vscode: {
    title: 'VS Code',
    list: 'servers',
    file: (place) => join(place, applicationFolder(place), 'Code', 'User', 'mcp.json'),
    projectFile: ['.vscode', 'mcp.json'],
    entry: stdio,
    remote: (server) => ({ type: 'http', url: server.url, ...headers(server, (name) => `\${env:${name}}`) }),
    afterwards: 'Start the server from the file, or with "MCP: List Servers".',
  },
  cursor: {
    title: 'Cursor',
    file: (place) => join(place, place.home, '.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    remote: (server) => ({ url: server.url, ...headers(server, (name) => `\${env:${name}}`) }),
    afterwards: 'Enable the server under Customize, MCPs; in older versions in the settings, under MCP.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    list: 'mcp_servers',
    file: (place) => join(place, place.env['CODEX_HOME'] || join(place, place.home, '.codex'), 'config.toml'),
    projectFile: ['.codex', 'config.toml'],
    // Its own default has been 60 seconds in some releases, less than a job takes.
    entry: (server) => ({ ...plain(server), tool_timeout_sec: Math.max(300, server.callSeconds) }),
    remote: ({ url, tokenVariable }) =>
      definedFields({ url, bearer_token_env_var: tokenVariable || undefined, tool_timeout_sec: 300 }),
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
  gemini: {
    title: 'Gemini CLI',
    file: (place) => join(place, place.home, '.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    // In milliseconds; 600,000 unless said otherwise.
    entry: (server) =>
      definedFields({
        ...plain(server),
        timeout: server.callSeconds > 600 ? server.callSeconds * 1000 : undefined,
      }),
    remote: (server) => ({ httpUrl: server.url, ...headers(server, (name) => `$${name}`) }),
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
  windsurf: {
    title: 'Windsurf',
    file: (place) => join(place, place.home, '.codeium', 'windsurf', 'mcp_config.json'),
    remote: (server) => ({ serverUrl: server.url, ...headers(server, (name) => `\${env:${name}}`) }),
    afterwards: 'Press refresh in the MCP settings of Cascade.',
  },
  zed: {
    title: 'Zed',
    list: 'context_servers',
    file: (place) =>
      place.system === 'win32'
        ? join(place, applicationFolder(place), 'Zed', 'settings.json')
        : join(place, xdgConfig(place), 'zed', 'settings.json'),
    projectFile: ['.zed', 'settings.json'],
    remote: ({ url }) => ({ url }),
    noTokenVariable: true,
    afterwards: 'Zed starts it by itself; the Agent panel settings list it.',
  },
  cline: {
    title: 'Cline',
    file: (place) =>
      join(
        place,
        applicationFolder(place),
        'Code',
        'User',
        'globalStorage',
        'saoudrizwan.claude-dev',
        'settings',
        'cline_mcp_settings.json',
      ),
    // In seconds; 60 unless said otherwise, less than a job takes.
    entry: (server) => ({ ...plain(server), timeout: Math.max(300, server.callSeconds) }),
    remote: ({ url }) => ({ type: 'streamableHttp', url, timeout: 300 }),
    noTokenVariable: true,
    afterwards: 'Open "MCP Servers" in Cline; it reads the file by itself.',
  },
  goose: {
    title: 'Goose',
    format: 'yaml',
    list: 'extensions',
    file: (place) =>
      place.system === 'win32'
        ? join(place, applicationFolder(place), 'Block', 'goose', 'config', 'config.yaml')
        : join(place, xdgConfig(place), 'goose', 'config.yaml'),
    entry: ({ command, args, env, callSeconds }, name) => ({
      enabled: true,
      type: 'stdio',
      name,
      cmd: command,
      args: [...args],
      envs: { ...env },
      timeout: Math.max(300, callSeconds),
    }),
    launch: ({ cmd, args, envs }) =>
      typeof cmd === 'string' ? { args: texts(args), env: textsByName(envs) } : undefined,
    remote: ({ url }, name) => ({ enabled: true, type: 'streamable_http', name, uri: url, timeout: 300 }),
    noTokenVariable: true,
    afterwards: 'Start a new session.',
  },
  lmstudio: {
    title: 'LM Studio',
    file: (place) => join(place, place.home, '.lmstudio', 'mcp.json'),
    remote: ({ url }) => ({ url }),
    noTokenVariable: true,
    afterwards: 'Switch the server on in the Program tab.',
  },
  junie: {
    title: 'JetBrains Junie',
    file: (place) => join(place, place.home, '.junie', 'mcp', 'mcp.json'),
    projectFile: ['.junie', 'mcp', 'mcp.json'],
    addressElsewhere: 'it starts servers itself; let it start an adapter from stdio to HTTP, such as mcp-remote',
    afterwards: 'Enable it in the IDE: Settings, Tools, Junie, MCP Settings.',
  },
  opencode: {
    title: 'opencode',
    list: 'mcp',
    file: (place) => join(place, xdgConfig(place), 'opencode', 'opencode.json'),
    projectFile: ['opencode.json'],
    entry: ({ command, args, env }) => ({
      type: 'local',
      command: [command, ...args],
      environment: { ...env },
      enabled: true,
    }),
    launch: ({ command, environment }) =>
      Array.isArray(command) ? { args: texts(command).slice(1), env: textsByName(environment) } : undefined,
    remote: (server) => ({
      type: 'remote',
      url: server.url,
      enabled: true,
      ...headers(server, (name) => `{env:${name}}`),
    }),
    afterwards: 'Start a new session.',
  },
});

/** What most clients have in common. */
function withDefaults(own: Readonly<Record<string, OwnParts>>): Readonly<Record<string, Client>> {
  const defaults = { format: 'json', list: 'mcpServers', entry: plain, launch: plainLaunch } as const;
  return Object.fromEntries(Object.entries(own).map(([name, parts]) => [name, { ...defaults, ...parts }]));
}

type OwnParts = Pick<Client, 'title' | 'file' | 'afterwards'> & Partial<Client>;

/** Joins paths by the rules of the place's system, which in tests is not this one. */
export const join = ({ system }: Place, ...parts: readonly string[]): string =>
  (system === 'win32' ? win32 : posix).join(...parts);

function plain({ command, args, env }: ServerEntry): ClientEntry {
  return { command, args: [...args], env: { ...env } };
}

function stdio(server: ServerEntry): ClientEntry {
  return { type: 'stdio', ...plain(server) };
}

function plainLaunch({ command, args, env }: ClientEntry): Launch | undefined {
  return typeof command === 'string' ? { args: texts(args), env: textsByName(env) } : undefined;
}

/** The header with the bearer token, as the client's own reference to a variable: a token is never written into a file. */
const headers = (
  { tokenVariable }: RemoteEntry,
  reference: (variable: string) => string,
): { headers?: { Authorization: string } | undefined } =>
  tokenVariable ? { headers: { Authorization: `Bearer ${reference(tokenVariable)}` } } : {};

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const textsByName = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
    : {};

/** The folder each system sets aside for the settings of programs. */
function applicationFolder(place: Place): string {
  const { system, env, home } = place;
  if (system === 'win32') return env['APPDATA'] || join(place, home, 'AppData', 'Roaming');
  if (system === 'darwin') return join(place, home, 'Library', 'Application Support');
  return xdgConfig(place);
}

/**
 * The file that Claude Desktop reads. Since February 2026 its Windows installer is a package (MSIX), and Windows gives a package its own
 * copy of the folder that the manual names. An older installation, or a package that took over that folder, reads the folder itself.
 *
 * @throws SettingError where several packages could be meant
 */
function claudeDesktopFile(place: Place): string {
  const settings = ['Claude', 'claude_desktop_config.json'] as const;
  const plainFile = join(place, applicationFolder(place), ...settings);
  if (place.system !== 'win32') return plainFile;
  const isThere = (file: string): boolean => place.namesIn(win32.dirname(file)).includes(win32.basename(file));
  const packages = join(place, place.env['LOCALAPPDATA'] || join(place, place.home, 'AppData', 'Local'), 'Packages');
  const packaged = place
    .namesIn(packages)
    .filter((name) => /^Claude_[a-z0-9]+$/i.test(name))
    .map((name) => join(place, packages, name, 'LocalCache', 'Roaming', ...settings));
  const present = packaged.filter(isThere);
  const [file, ...others] = present.length > 0 ? present : isThere(plainFile) ? [plainFile] : packaged;
  if (others.length === 0) return file ?? plainFile;
  throw new SettingError(
    `claude-desktop: there are several on this computer; change one by hand: ${[file, ...others].join(', ')}`,
  );
}

const xdgConfig = (place: Place): string => place.env['XDG_CONFIG_HOME'] || join(place, place.home, '.config');
