import type { Config } from '../../config/config.ts';
import { SettingError } from '../../config/setting-error.ts';
import { compose } from '../wiring/compose.ts';
import type { Command } from '../command.ts';
import { changeFile } from '../install/change-file.ts';
import { targetOf, targetOptions } from '../install/client-of.ts';
import { clients } from '../install/clients.ts';
import { editorFor } from '../install/edit.ts';
import { links } from '../install/links.ts';
import type { ClientEntry } from '../install/client.ts';
import { mergeEntry, strictEntry, type MergedEntry } from '../install/merge-entry.ts';
import { holdsOnlyEntry, originalText } from '../install/original-text.ts';
import { remoteServer } from '../install/remote-server.ts';
import { proxiesWithPassword, thisServer } from '../install/this-server.ts';
import { print, tell } from '../output/print.ts';

export const install: Command = {
  usage: `install <${Object.keys(clients).join('|')}> [options]`,
  about: `Adds this server to a client's configuration, with the settings given here by flags or environment. Settings that an
earlier install wrote stay unless given again (--reset drops them). Everything else in the file stays as it is; the text
from before is kept beside it until uninstall. The token is never written: put it into a file and set VISIBILITY_API_TOKEN_FILE.
With --project, nothing is kept that others may have written: an entry with settings that are not given here is refused, and so is a file that
is a link out of the project. Exit code 1 if the file cannot be changed safely; it is left alone then.`,
  examples: [
    'install claude-code --budget 200/day,100/call',
    'install codex --dry-run',
    'install cursor --http https://visibility.example/mcp',
  ],
  options: {
    ...targetOptions,
    reset: { says: 'keep no settings of an earlier install' },
    http: { value: 'URL', says: 'connect to a server at this address instead of starting one' },
    'token-variable': {
      value: 'NAME',
      says: 'with --http: the variable from which the client takes the bearer token',
    },
    link: { says: 'print a link that does it with one click (vscode, cursor, lmstudio)' },
  },
  takes: 1,
  ofSeveral: true,
  async run(invocation) {
    const { config, options, flags } = invocation;
    const target = targetOf(invocation, 'install');
    const { id, client, name, project } = target;
    const remote = remoteServer(invocation, client);
    // Checks the settings that name families of operations.
    await (await compose(config)).close();
    const server = thisServer(config, flags, process.env);
    if (options['link'] === true) {
      const link = Object.entries(links).find(([name]) => name === id)?.[1];
      if (!link)
        throw new SettingError(`install: ${client.title} takes no links (${Object.keys(links).join(' and ')} do)`);
      await print(link(name, server));
      return 0;
    }
    const editor = editorFor(client);
    const entryOver = (present: ClientEntry | undefined): MergedEntry => {
      if (remote && client.remote) return { entry: client.remote(remote, name), kept: [] };
      return project === undefined
        ? mergeEntry(client, name, present, server)
        : { entry: strictEntry(client, name, present, server), kept: [] };
    };
    const code = await changeFile({
      target,
      dryRun: options['dry-run'] === true,
      edit: (before, backups) => {
        const { entry, kept: keptFields } = entryOver(
          options['reset'] === true ? undefined : editor.find(before, client.list, name),
        );
        const text = editor.set(before, client.list, name, entry);
        const original = originalText(target, text, entry, backups);
        return {
          text,
          notes: keptFields.length === 0 ? [] : [`kept from before: ${keptFields.join(', ')} (--reset drops them)`],
          // A project keeps older texts in its version control, and a file with nothing but this entry was made by `install`.
          keepsText: project === undefined && original === undefined && !holdsOnlyEntry(target, before),
          outdated: project === undefined ? backups.filter((backup) => backup !== original) : [],
        };
      },
      done: `${client.title} has it now, as ${name}`,
      already: `${client.title} has it already, the same`,
    });
    if (code === 0 && !remote) for (const note of notes(config)) await tell(`visibility-mcp: ${note}`);
    return code;
  },
};

function notes({ platform }: Config): string[] {
  const token = process.env['VISIBILITY_API_TOKEN']?.trim();
  const proxies = platform.kind === 'remote' ? proxiesWithPassword(process.env) : [];
  return [
    ...proxies.map(
      (name) =>
        `${name} was not written, since it has a password; set it in the environment that the client is started in`,
    ),
    ...(token && platform.kind === 'remote'
      ? [
          'VISIBILITY_API_TOKEN was not written, and the server does not start without it; put the token into a file, set VISIBILITY_API_TOKEN_FILE and run this again',
        ]
      : []),
    ...(/[/\\]_npx[/\\]/.test(process.argv[1] ?? '')
      ? ['npx may clear this copy away; install the package (npm install -g visibility-mcp) and run this again']
      : []),
  ];
}
