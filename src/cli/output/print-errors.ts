import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import { oneLine } from '../../text/one-line.ts';
import type { ExitCode } from '../command.ts';

/** Runs the work of a command; an error of the platform or a limit is printed in one line on stderr. */
export async function printErrors(work: () => Promise<void>, close: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    process.stderr.write(
      `visibility-mcp: ${oneLine(`${error.message}${error.next ? ` ${asCommands(error.next)}` : ''}`, 1_000)}\n`,
    );
    return 1;
  } finally {
    await close();
  }
}

/** Tool calls in a sentence, as what a person types: `job_list {}` is `visibility-mcp call job_list`. */
const asCommands = (text: string): string =>
  text.replaceAll(
    /\b([a-z]+_[a-z_]+) (\{[^{}]*\})/g,
    (_, tool: string, input: string) => `visibility-mcp call ${tool}${input === '{}' ? '' : ` '${input}'`}`,
  );
