import { isDeepStrictEqual, parseArgs } from 'node:util';
import { settingFlags, settings, type Setting } from '../../config/settings.ts';
import type { Client, ClientEntry, Launch } from './client.ts';
import type { ServerEntry } from './server-entry.ts';

export interface Merged {
  readonly entry: ClientEntry;
  /** Settings that were there and were not given again, such as `VISIBILITY_BUDGET` or `--unattended`. */
  readonly kept: readonly string[];
}

/**
 * The entry for `server`, over the one that is there: settings which were not given this time stay, above all limits,
 * and so does what the client itself keeps in its entry. An entry that starts nothing is replaced.
 */
export function mergeEntry(
  client: Client,
  name: string,
  present: ClientEntry | undefined,
  server: ServerEntry,
): Merged {
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

/** Flags that a variable can stand for become that variable, so that a setting given now is not outvoted by an older flag. */
function settingsIn({ args, env }: Launch): { readonly env: Record<string, string>; readonly flags: string[] } {
  const own = args.slice(args.findIndex((argument) => /visibility-mcp(\.js)?$/.test(argument)) + 1);
  const { values } = parseArgs({ args: own, options: settingFlags(), strict: false, allowPositionals: true });
  const known = Object.values<Setting>(settings).filter(
    ({ flag }) => flag !== undefined && values[flag] !== undefined && values[flag] !== false,
  );
  const byFlag = known.flatMap(({ flag, variable }) =>
    variable && flag ? [[variable, String(values[flag])] as const] : [],
  );
  return {
    env: { ...env, ...Object.fromEntries(byFlag) },
    flags: known.filter(({ variable }) => variable === undefined).map(({ flag }) => `--${flag}`),
  };
}
