import { isDeepStrictEqual, parseArgs } from 'node:util';
import { flagText, settingFlags, settings, type Setting } from '../../config/settings.ts';
import { oneLine } from '../../text/one-line.ts';
import type { Client, ClientEntry, Launch, ServerEntry } from './client.ts';
import { InstallError } from './editor.ts';

export interface MergedEntry {
  readonly entry: ClientEntry;
  /** Settings that were there and were not given again, such as `VISIBILITY_BUDGET` or `--unattended`. */
  readonly kept: readonly string[];
}

/**
 * The entry for `server`, merged with the one that is there: settings that were not given this time stay, above all limits, and so do
 * members that the client itself keeps in the entry. An entry that starts no process is replaced.
 */
export function mergeEntry(
  client: Client,
  name: string,
  present: ClientEntry | undefined,
  server: ServerEntry,
): MergedEntry {
  const launch = present && client.launch(present);
  if (!launch) return { entry: client.entry(server, name), kept: [] };
  const before = settingsIn(launch);
  const flags = before.flags.filter((flag) => !server.args.includes(flag));
  const variables = Object.entries(before.env).filter(([variable]) => !Object.hasOwn(server.env, variable));
  const merged = {
    ...server,
    args: [...server.args, ...flags],
    env: { ...server.env, ...Object.fromEntries(variables) },
  };
  const entry = { ...present, ...client.entry(merged, name) };
  return {
    entry: isDeepStrictEqual(entry, present) ? present : entry,
    kept: [...variables.map(([variable]) => variable), ...flags],
  };
}

/**
 * The entry for `server` in a file that others may have written, such as one of a project: nothing of theirs decides how this
 * program is started, which platform gets its token or what it may spend.
 *
 * @throws InstallError that names what the entry there has beyond what was given
 */
export function strictEntry(
  client: Client,
  name: string,
  present: ClientEntry | undefined,
  server: ServerEntry,
): ClientEntry {
  const entry = client.entry(server, name);
  const launch = present && client.launch(present);
  const [before, now] = [launch && settingsIn(launch), settingsIn({ ...server, args: [...server.args] })];
  const foreign = [
    ...Object.keys(before?.env ?? {}).filter((variable) => !Object.hasOwn(now.env, variable)),
    ...(before?.flags ?? []).filter((flag) => !now.flags.includes(flag)),
    ...Object.keys(present ?? {}).filter((member) => !Object.hasOwn(entry, member) && !startMembers.has(member)),
  ];
  if (foreign.length === 0) return entry;
  throw new InstallError(
    `its entry ${name} has settings that were not given here: ${foreign.map((one) => oneLine(one, 60)).join(', ')}. Whoever can write this project's files may have put them there; give those that you want again, or add --reset to drop them all`,
  );
}

/** Members that say how a server is started or reached: they are always replaced as a whole. */
const startMembers: ReadonlySet<string> = new Set([
  'command',
  'args',
  'env',
  'type',
  'url',
  'httpUrl',
  'serverUrl',
  'uri',
]);

/** The settings of an entry. A flag that has a variable is returned as the variable, so that an older flag does not override a setting given now. */
function settingsIn({ args, env }: Launch): { readonly env: Record<string, string>; readonly flags: string[] } {
  const own = args.slice(args.findIndex((argument) => /visibility-mcp(\.js)?$/.test(argument)) + 1);
  const { values } = parseArgs({ args: own, options: settingFlags(), strict: false, allowPositionals: true });
  const flagSettings = Object.values<Setting>(settings).filter(
    ({ flag }) => flag !== undefined && values[flag] !== undefined && values[flag] !== false,
  );
  const byFlag = flagSettings.flatMap((setting) =>
    setting.variable && setting.flag
      ? [[setting.variable, flagText(setting, values[setting.flag] as string | boolean) ?? ''] as const]
      : [],
  );
  return {
    env: { ...env, ...Object.fromEntries(byFlag) },
    flags: flagSettings.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`),
  };
}
