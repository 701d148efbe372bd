import type { AgentType } from 'add-mcp';
import type { Config } from '../../app/index.ts';
import { SettingError } from '../../base/setting-error.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import type { Command } from '../command/command.ts';
import { print, tell } from '../output/print.ts';
import { thisServer } from '../install/this-server.ts';
import { compose } from '../../app/compose.ts';

/** The name of this server in a client's file. */
const name = 'visibility';

export const install: Command = {
  usage: 'install <client> [--local] [--remove] [options]',
  about: `Adds this server to a client's configuration, with the settings given here by flags or environment, or removes it. Settings that an earlier install wrote stay unless given again. The token is never written: put it into a file and set
VISIBILITY_API_TOKEN_FILE. docs/clients.md lists the clients. Exit code 1 if the file cannot be changed safely; it is then unchanged.`,
  examples: ['install claude-code --budget 200/day,100/call', 'install cursor --local', 'install cursor --remove'],
  options: {
    local: { says: 'for the project in this folder only' },
    remove: { says: 'remove the server' },
  },
  takes: 1,
  ofSeveral: true,
  async run({ config, options, flags, args }) {
    const { agents, removeServer, upsertServer } = await import('add-mcp');
    const { fileOf, settingsIn, whyUnsafe } = await import('../install/client-file.ts');
    const ids = Object.keys(agents) as AgentType[];
    const client = ids.find((id) => id === args[0]);
    if (client === undefined) throw new SettingError(unknownClient(args[0], ids));
    const { displayName: title, localConfigPath } = agents[client];
    const local = options['local'] === true;
    if (local && localConfigPath === undefined) throw new SettingError(`install: ${title} has no file for a project`);
    const where = { local, cwd: process.cwd() };
    const file = fileOf(client, local, where.cwd);
    const unsafe = whyUnsafe(client, file);
    if (options['remove'] === true) {
      if (unsafe !== undefined) return refuse(`${file}: ${unsafe}; remove the entry "${name}" by hand`);
      const { success, removed, error } = removeServer(client, name, where);
      if (!success) return refuse(`${file}: ${error}`);
      await print(removed ? `Removed from ${title}: ${file}` : `Nothing to remove: ${title} has no entry "${name}"`);
      return 0;
    }
    // Checks the settings that name families of operations.
    await (await compose(config)).close();
    const { command, args: own, env } = thisServer(config, flags, process.env);
    const server = { command, args: [...own], env: { ...(local ? {} : await settingsIn(client, name)), ...env } };
    if (unsafe !== undefined)
      return refuse(`${file}: ${unsafe}; add this by hand, as docs/clients.md shows: ${JSON.stringify(server)}`);
    const { success, error } = upsertServer(client, name, server, where);
    if (!success) return refuse(`${file}: ${error}`);
    await print(`Added to ${title} as "${name}": ${file}\nStart ${title} again.`);
    for (const note of notes(config)) await tell(`visibility-mcp: ${note}`);
    return 0;
  },
};

async function refuse(why: string): Promise<1> {
  await tell(`visibility-mcp: nothing was changed: ${why}`);
  return 1;
}

function unknownClient(given: string | undefined, ids: readonly string[]): string {
  if (given === undefined) return `install: which client? One of ${ids.join(', ')}`;
  return `install: no client ${given}${didYouMean(given, ids, '')}; docs/clients.md says how others are set up by hand`;
}

/** Notes for a person about the written entry. */
function notes({ platform, accounts }: Config): string[] {
  if (platform.kind === 'sandbox' && accounts === undefined)
    return [
      'no account is set, so that all figures are invented; set VISIBILITY_API_URL and VISIBILITY_API_TOKEN_FILE',
    ];
  return process.env['VISIBILITY_API_TOKEN']?.trim()
    ? ['VISIBILITY_API_TOKEN was not written; put the token into a file and set VISIBILITY_API_TOKEN_FILE']
    : [];
}
