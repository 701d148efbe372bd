import { homedir } from 'node:os';
import type { Config } from '../config.ts';
import { nearest } from '../nearest.ts';
import { SettingError } from '../config/setting-error.ts';
import { compose } from './compose.ts';
import { textOption, type Command, type ExitCode, type Invocation } from './command.ts';
import { changedLines } from './install/changed-lines.ts';
import type { Client, Place } from './install/client.ts';
import { clients, join } from './install/clients.ts';
import { withJsonEntry } from './install/edit-json.ts';
import { withTomlEntry } from './install/edit-toml.ts';
import { InstallError } from './install/install-error.ts';
import { cursorLink, vscodeLink } from './install/links.ts';
import { readSettingsFile, writeSettingsFile } from './install/settings-file.ts';
import { thisServer } from './install/this-server.ts';
import type { ServerEntry } from './install/server-entry.ts';
import { print } from './print.ts';

const names = Object.keys(clients).join(', ');

const links: Readonly<Record<string, (name: string, server: ServerEntry) => string>> = { vscode: vscodeLink, cursor: cursorLink };

export const install: Command = {
  usage: `install <${Object.keys(clients).join('|')}> [options]`,
  about: `Adds this server to a client's configuration, with the settings given here by flags or environment. Everything else in
the file stays as it is; what was there is kept beside it as .bak. The token is never written: put it into a file and set
VISIBILITY_API_TOKEN_FILE. Exit code 1 if the file cannot be changed safely; it is left alone then.`,
  options: {
    'dry-run': { type: 'boolean', says: 'only show what would change' },
    name: { type: 'string', value: 'NAME', says: 'what the client calls this server, default visibility' },
    project: { type: 'boolean', says: 'for the project in this folder, instead of everywhere' },
    link: { type: 'boolean', says: 'print a link that does it with one click (vscode, cursor)' },
  },
  takes: 1,
  async run(invocation) {
    const { config, options, args } = invocation;
    const { id, client } = clientNamed(args[0]);
    const name = nameOf(invocation);
    // Settings that name families are checked with the families.
    await (await compose(config)).close();
    const server = thisServer(config, options, process.env);
    if (options['link'] === true) {
      const link = links[id];
      if (!link) throw new SettingError(`install: ${client.title} takes no links (${Object.keys(links).join(' and ')} do)`);
      await print(link(name, server));
      return 0;
    }
    const place: Place = { system: process.platform, env: process.env, home: homedir(), project: process.cwd() };
    return add(client, name, server, { config, file: fileOf(client, place, options['project'] === true), dryRun: options['dry-run'] === true });
  },
};

interface Terms {
  readonly config: Config;
  readonly file: string;
  readonly dryRun: boolean;
}

async function add(client: Client, name: string, server: ServerEntry, { config, file, dryRun }: Terms): Promise<ExitCode> {
  try {
    const found = readSettingsFile(file);
    const before = found.text ?? '';
    const after = withEntry(client, before, name, server);
    if (found.text === after) {
      await print(`${client.title} has it already, the same: ${file}`);
    } else if (dryRun) {
      await print(`${file}\n${changedLines(before, after)}`);
    } else {
      const backup = writeSettingsFile(file, found, after);
      await print([`${client.title} has it now, as ${name}: ${file}`, ...(backup ? [`as it was before: ${backup}`] : []), client.afterwards].join('\n'));
    }
    for (const note of notes(config)) process.stderr.write(`visibility-mcp: ${note}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    process.stderr.write(`visibility-mcp: ${file} is left as it was: ${error.message}\n`);
    return 1;
  }
}

function withEntry({ format, list, entry }: Client, text: string, name: string, server: ServerEntry): string {
  const value = entry(server);
  return format === 'json' ? withJsonEntry(text, list, name, value) : withTomlEntry(text, list, name, value);
}

function clientNamed(id: string | undefined): { readonly id: string; readonly client: Client } {
  const client = id !== undefined && Object.hasOwn(clients, id) ? clients[id] : undefined;
  if (id !== undefined && client) return { id, client };
  const [meant] = id === undefined ? [] : nearest(id, Object.keys(clients), 1);
  throw new SettingError(id === undefined ? `install: into which client? (${names})` : `install: no client ${id}${meant ? `; did you mean ${meant}?` : ` (${names})`}`);
}

/** One client allows 60 characters for server and tool together, another splits the two at the first underscore. */
function nameOf(invocation: Invocation): string {
  const name = textOption(invocation, 'name') ?? 'visibility';
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/.test(name)) return name;
  throw new SettingError(`name: "${name}" is not 1 to 20 letters, digits and hyphens`);
}

function fileOf({ title, file, projectFile }: Client, place: Place, project: boolean): string {
  if (!project) return file(place);
  if (!projectFile) throw new SettingError(`install: ${title} has no configuration for a project`);
  return join(place, place.project, ...projectFile);
}

function notes({ platform }: Config): string[] {
  const token = process.env['VISIBILITY_API_TOKEN']?.trim();
  return [
    ...(token && platform.kind === 'remote' ? ['VISIBILITY_API_TOKEN was not written, so the server will use the embedded sandbox; put the token into a file and set VISIBILITY_API_TOKEN_FILE'] : []),
    ...(/[/\\]_npx[/\\]/.test(process.argv[1] ?? '') ? ['npx may clear this copy away; install the package (npm install -g visibility-mcp) and run this again'] : []),
  ];
}
