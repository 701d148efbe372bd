import type { Command } from '../command.ts';
import { changeFile } from '../install/change-file.ts';
import { targetOf, targetOptions } from '../install/client-of.ts';
import { clients } from '../install/clients.ts';
import { editorFor } from '../install/edit.ts';

export const uninstall: Command = {
  usage: `uninstall <${Object.keys(clients).join('|')}> [options]`,
  about: `Takes this server out of a client's configuration. Everything else in the file stays as it is; what was there is kept
beside it. Jobs, limits and spending stay in the state file. Exit code 1 if the file cannot be changed safely.`,
  examples: ['uninstall cursor', 'uninstall vscode --project --dry-run'],
  options: targetOptions,
  configured: false,
  takes: 1,
  async run(invocation) {
    const { client, name, file } = targetOf(invocation, 'uninstall');
    return changeFile({
      client,
      file,
      dryRun: invocation.options['dry-run'] === true,
      edit: (text) => ({
        text: text.trim() === '' ? text : editorFor(client).remove(text, client.list, name),
        notes: [],
      }),
      done: `${client.title} no longer has ${name}`,
      already: `${client.title} has no ${name}`,
    });
  },
};
