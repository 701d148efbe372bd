import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { oneLine } from '../../text/one-line.ts';
import { asCommands } from './as-commands.ts';
import { type ExitCode, exitCodeOf } from '../exit-code.ts';
import { tell } from './print.ts';

/** Runs the work of a command; an error of the platform or a limit is printed in one line on stderr. */
export async function printErrors(work: () => Promise<ExitCode | void>, close: () => Promise<void>): Promise<ExitCode> {
  try {
    return (await work()) ?? 0;
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    await tell(
      `visibility-mcp: ${oneLine(`${error.message}${error.next ? ` ${asCommands(error.next)}` : ''}`, 1_000)}`,
    );
    return exitCodeOf(error);
  } finally {
    await close();
  }
}
