import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { SettingError } from '../../config/setting-error.ts';
import { didYouMean } from '../../text/nearest.ts';
import { textOption, type Invocation } from '../command.ts';
import type { Client, Place } from './client.ts';
import { clients, join } from './clients.ts';

/** What `install` and `uninstall` change: an entry in a file of a client. */
export interface Target {
  /** The client's name on the command line. */
  readonly id: string;
  readonly client: Client;
  /** The client's name for this server. */
  readonly name: string;
  readonly file: string;
  /** The folder of the project, where the file belongs to a project; others may have written such a file. */
  readonly project: string | undefined;
}

/** The options that say which file and entry is meant; `install` and `uninstall` share them. */
export const targetOptions = {
  'dry-run': { says: 'only show what would change' },
  name: { value: 'NAME', says: 'what the client calls this server, default visibility' },
  project: { says: 'for the project in this folder, instead of everywhere' },
} as const;

/** The client, file and entry that a command line names. Throws `SettingError` where it names none. */
export function targetOf(invocation: Invocation, command: string): Target {
  const { id, client } = clientNamed(command, invocation.args[0]);
  const place: Place = { system: process.platform, env: process.env, home: homedir(), project: process.cwd(), namesIn };
  const isForProject = invocation.options['project'] === true;
  return {
    id,
    client,
    name: nameOf(invocation),
    file: fileOf(client, place, command, isForProject),
    project: isForProject ? place.project : undefined,
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function clientNamed(command: string, id: string | undefined): { readonly id: string; readonly client: Client } {
  const names = Object.keys(clients);
  const client = id !== undefined && Object.hasOwn(clients, id) ? clients[id] : undefined;
  if (id !== undefined && client) return { id, client };
  if (id === undefined)
    throw new SettingError(
      `${command}: ${command === 'install' ? 'into' : 'from'} which client? (${names.join(', ')})`,
    );
  throw new SettingError(`${command}: no client ${id}${didYouMean(id, names, ` (${names.join(', ')})`)}`);
}

/** The client's name for this server. It is short and has no underscore: one client allows 60 characters for server and tool together, another splits the two at the first underscore. */
function nameOf(invocation: Invocation): string {
  const name = textOption(invocation, 'name') ?? 'visibility';
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,19}$/.test(name)) return name;
  throw new SettingError(`name: "${name}" is not 1 to 20 letters, digits and hyphens`);
}

function fileOf({ title, file, projectFile }: Client, place: Place, command: string, project: boolean): string {
  if (!project) return file(place);
  if (!projectFile) throw new SettingError(`${command}: ${title} has no configuration for a project`);
  return join(place, place.project, ...projectFile);
}
