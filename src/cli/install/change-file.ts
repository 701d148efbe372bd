import { systemClock } from '../../clock.ts';
import type { ExitCode } from '../command.ts';
import { print } from '../output/print.ts';
import { changedLines } from './changed-lines.ts';
import type { Client } from './client.ts';
import { InstallError } from './install-error.ts';
import { readSettingsFile, writeSettingsFile } from './settings-file.ts';

export interface Edit {
  readonly text: string;
  /** What to say beside the difference. */
  readonly notes: readonly string[];
}

export interface FileChange {
  readonly client: Client;
  readonly file: string;
  readonly dryRun: boolean;
  /** The text as it should be; the same text where nothing is to be done. */
  readonly edit: (text: string) => Edit;
  /** What holds afterwards, as one line; and where the file is that way already. */
  readonly done: string;
  readonly already: string;
}

/** Changes a client's file, shows what changed and where the old text is. Exit code 1: it could not be changed safely, and is as it was. */
export async function changeFile({ client, file, dryRun, edit, done, already }: FileChange): Promise<ExitCode> {
  try {
    const found = readSettingsFile(file);
    const before = found.text ?? '';
    const { text: after, notes } = edit(before);
    if (found.text === after || (found.text === undefined && after === '')) {
      await print([`${already}: ${file}`, ...notes].join('\n'));
    } else if (dryRun) {
      await print([file, changedLines(before, after), ...notes].join('\n'));
    } else {
      const backup = writeSettingsFile(file, found, after, systemClock.now());
      await print(
        [
          `${done}: ${file}`,
          changedLines(before, after),
          ...notes,
          ...(backup ? [`as it was before: ${backup}`] : []),
          client.afterwards,
        ].join('\n'),
      );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    process.stderr.write(`visibility-mcp: ${file} is left as it was: ${error.message}\n`);
    return 1;
  }
}
