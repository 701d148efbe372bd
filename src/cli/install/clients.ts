import { posix, win32 } from 'node:path';
import type { Client, Place } from './client.ts';
import type { ServerEntry } from './server-entry.ts';

/** Every client that can be installed into, by the name it has on the command line. Paths and shapes as their manuals give them. */
export const clients: Readonly<Record<string, Client>> = {
  'claude-desktop': {
    title: 'Claude Desktop',
    format: 'json',
    list: 'mcpServers',
    file: (place) => join(place, applicationFolder(place), 'Claude', 'claude_desktop_config.json'),
    entry: plain,
    afterwards: 'Quit Claude Desktop and start it again.',
  },
  'claude-code': {
    title: 'Claude Code',
    format: 'json',
    list: 'mcpServers',
    file: (place) => join(place, place.env['CLAUDE_CONFIG_DIR'] || place.home, '.claude.json'),
    projectFile: ['.mcp.json'],
    entry: stdio,
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
  vscode: {
    title: 'VS Code',
    format: 'json',
    list: 'servers',
    file: (place) => join(place, applicationFolder(place), 'Code', 'User', 'mcp.json'),
    projectFile: ['.vscode', 'mcp.json'],
    entry: stdio,
    afterwards: 'Start the server from the file, or with "MCP: List Servers".',
  },
  cursor: {
    title: 'Cursor',
    format: 'json',
    list: 'mcpServers',
    file: (place) => join(place, place.home, '.cursor', 'mcp.json'),
    projectFile: ['.cursor', 'mcp.json'],
    entry: plain,
    afterwards: 'Enable the server in the settings, under MCP.',
  },
  codex: {
    title: 'Codex',
    format: 'toml',
    list: 'mcp_servers',
    file: (place) => join(place, place.env['CODEX_HOME'] || join(place, place.home, '.codex'), 'config.toml'),
    projectFile: ['.codex', 'config.toml'],
    // Its own default has been 60 seconds in some releases, less than a job takes.
    entry: (server) => ({ ...plain(server), tool_timeout_sec: Math.max(300, server.callSeconds) }),
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
  gemini: {
    title: 'Gemini CLI',
    format: 'json',
    list: 'mcpServers',
    file: (place) => join(place, place.home, '.gemini', 'settings.json'),
    projectFile: ['.gemini', 'settings.json'],
    // In milliseconds; 600,000 unless said otherwise.
    entry: (server) => ({ ...plain(server), ...(server.callSeconds > 600 ? { timeout: server.callSeconds * 1000 } : {}) }),
    afterwards: 'Start a new session; /mcp lists the servers.',
  },
};

/** Joins as the system in question does, whatever this one is. */
export const join = ({ system }: Place, ...parts: readonly string[]): string => (system === 'win32' ? win32 : posix).join(...parts);

function plain({ command, args, env }: ServerEntry): Record<string, unknown> {
  return { command, args: [...args], env: { ...env } };
}

function stdio(server: ServerEntry): Record<string, unknown> {
  return { type: 'stdio', ...plain(server) };
}

/** The folder each system sets aside for the settings of programs. */
function applicationFolder(place: Place): string {
  const { system, env, home } = place;
  if (system === 'win32') return env['APPDATA'] || join(place, home, 'AppData', 'Roaming');
  if (system === 'darwin') return join(place, home, 'Library', 'Application Support');
  return env['XDG_CONFIG_HOME'] || join(place, home, '.config');
}
