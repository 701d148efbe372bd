import { oneLine } from '../../base/text/one-line.ts';
import { asCommands } from './as-commands.ts';
import { candidatesLine } from './candidates-line.ts';
import { type ExitCode, exitCodeOf } from '../command/exit-code.ts';
import { tell } from './print.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** Runs the work of a command. A refusal by the platform or a limit is printed on stderr in one line, with its candidates. */
export async function printErrors(work: () => Promise<ExitCode | void>, close: () => Promise<void>): Promise<ExitCode> {
  try {
    return (await work()) ?? 0;
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    const parts = [asSentence(error.message), candidatesLine(error.facts), error.next && asCommands(error.next)];
    await tell(`visibility-mcp: ${oneLine(parts.filter(Boolean).join(' '), 1_000)}`);
    return exitCodeOf(error);
  } finally {
    await close();
  }
}

/** With a full stop, since more may follow. The message of a `SettingError` has none. */
const asSentence = (message: string): string => (/[\p{L}\p{N})"]$/u.test(message) ? `${message}.` : message);
