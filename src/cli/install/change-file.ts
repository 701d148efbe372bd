import { rmSync } from 'node:fs';
import { systemClock } from '../../clock.ts';
import type { ExitCode } from '../exit-code.ts';
import { print, tell } from '../output/print.ts';
import { changedLines } from './changed-lines.ts';
import type { Target } from './client-of.ts';
import { InstallError } from './editor.ts';
import { backupsOf, readSettingsFile, writeSettingsFile, type Backup } from './settings-file.ts';

export interface Edit {
  /** Undefined: the file is to be removed. */
  readonly text: string | undefined;
  /** Lines printed below the difference. */
  readonly notes: readonly string[];
  /** Whether the text before the edit is to be kept beside the file. */
  readonly keepsText: boolean;
  /** Older texts to be removed, since nobody needs them any more. */
  readonly outdated: readonly Backup[];
}

export interface FileChange {
  readonly target: Target;
  readonly dryRun: boolean;
  /**
   * Makes the text of the file as it should be; the same text where nothing is to be changed.
   *
   * @param backups what earlier changes have kept, newest first
   */
  readonly edit: (text: string, backups: readonly Backup[]) => Edit;
  /** What is printed once the file is changed, and where it needs no change. */
  readonly done: string;
  readonly already: string;
}

/** Changes a client's file, and prints what changed and where the old text is. Exit code 1: the file could not be changed safely, and was left alone. */
export async function changeFile({ target, dryRun, edit, done, already }: FileChange): Promise<ExitCode> {
  const { client, file, project } = target;
  try {
    const settingsFile = readSettingsFile(file, project);
    const before = settingsFile.text ?? '';
    const { text: after, notes, keepsText, outdated } = edit(before, backupsOf(file));
    if (settingsFile.text === after || (settingsFile.text === undefined && !after)) {
      await print([`${already}: ${file}`, ...notes].join('\n'));
      return 0;
    }
    if (dryRun) {
      await print([file, changedLines(before, after ?? ''), ...notes].join('\n'));
      return 0;
    }
    const backup = writeSettingsFile(file, settingsFile, after, keepsText ? systemClock.now() : undefined);
    for (const { path } of outdated) rmSync(path, { force: true });
    await print(
      [
        `${done}: ${file}`,
        changedLines(before, after ?? ''),
        ...notes,
        ...(backup ? [`as it was before: ${backup}`] : []),
        client.afterwards,
      ].join('\n'),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    await tell(`visibility-mcp: ${file} is left as it was: ${error.message}`);
    return 1;
  }
}
