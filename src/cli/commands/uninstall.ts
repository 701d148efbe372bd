import type { Command } from '../command.ts';
import { changeFile } from '../install/change-file.ts';
import { targetOf, targetOptions } from '../install/client-of.ts';
import { clients } from '../install/clients.ts';
import { editorFor } from '../install/edit.ts';
import { hadList, holdsForeignEntry, isEmptyText, originalText } from '../install/original-text.ts';

export const uninstall: Command = {
  usage: `uninstall <${Object.keys(clients).join('|')}> [options]`,
  about: `Takes this server out of a client's configuration. Everything else in the file stays as it is, and what install kept beside
it goes. Jobs, limits and spending stay in the state file. Exit code 1 if the file cannot be changed safely.`,
  examples: ['uninstall cursor', 'uninstall vscode --project --dry-run'],
  options: targetOptions,
  configured: false,
  takes: 1,
  async run(invocation) {
    const target = targetOf(invocation, 'uninstall');
    const { client, name } = target;
    const editor = editorFor(client);
    return changeFile({
      target,
      dryRun: invocation.options['dry-run'] === true,
      edit: (before, backups) => {
        const entry = before.trim() === '' ? undefined : editor.find(before, client.list, name);
        if (!entry) return { text: before, notes: [], keepsText: false, outdated: [] };
        const original = originalText(target, before, entry, backups);
        const [latest] = backups;
        const text =
          original?.text ?? editor.remove(before, client.list, name, latest !== undefined && hadList(target, latest));
        const outdated = backups.filter((backup) => !holdsForeignEntry(target, backup.text));
        return {
          // Without a backup, there was no file before install.
          text: latest === undefined && isEmptyText(text) ? undefined : text,
          notes: backups
            .filter((backup) => !outdated.includes(backup))
            .map(({ path }) => `what ${name} was before install: ${path}`),
          keepsText: false,
          outdated,
        };
      },
      done: `${client.title} no longer has ${name}`,
      already: `${client.title} has no ${name}`,
    });
  },
};
