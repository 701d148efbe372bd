import { isVisibilityError } from '../client/errors/visibility-error.ts';
import type { ExitCode } from './command.ts';

/** Runs what a person asked for on the command line; a refusal of the platform is told in one line. */
export async function told(work: () => Promise<void>, close: () => Promise<void>): Promise<ExitCode> {
  try {
    await work();
    return 0;
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    process.stderr.write(`visibility-mcp: ${error.message}${error.next ? ` ${error.next}` : ''}\n`);
    return 1;
  } finally {
    await close();
  }
}
