import type { RunView, Runs } from '../../programs/index.ts';
import { runFailed } from '../../tools/results/error-result.ts';
import { applyExit, type Exit } from '../../tools/results/run-tool.ts';
import { cancelledResult, runLine, runResult } from '../../tools/runs/run-result.ts';
import type { ToolResult } from '../../tools/index.ts';
import { type ExitCode, exitCodeOf, exitCodeOfProgram, type Failure } from '../command/exit-code.ts';
import { dataDocument } from './data-document.ts';
import { resultDocument } from './result-document.ts';
import { show } from './show.ts';
import { asCommands } from './as-commands.ts';
import { runFollower } from './follow-run.ts';
import { print as printText, printJson, tell } from './print.ts';
import { rawText, writeResult } from './write-result.ts';

/** Milliseconds to wait for a run: longer than any run may take. */
const forever = 2_000_000_000;

interface FollowOptions {
  readonly stop: AbortSignal;
  readonly exit: Exit;
  /** Progress and log go to stderr as lines of JSON. Default: a terminal shows them, a pipe gets none. */
  readonly asLines?: boolean | undefined;
}

/** Waits for the run, showing its progress and its log, until it has ended or the process is asked to stop. */
export async function followRun(
  service: Runs,
  id: string,
  { stop, exit: { redact }, asLines = false }: FollowOptions,
): Promise<RunView> {
  // The exit code of a process that does not stop when asked to, and is ended.
  process.exitCode = exitCodeOf({ code: 'interrupted' });
  const { run } = await service.look(id);
  const follower = runFollower(id, run.maxCredits, asLines);
  let logged = 0;
  try {
    await service.wait(id, forever, stop, (progress) => {
      const log = service.logOf(id);
      follower.progress(redact(progress), redact(log.slice(logged)));
      logged = log.length;
    });
  } finally {
    follower.end();
  }
  if (stop.aborted) await service.close();
  return service.look(id);
}

/** The destination of a program's result. */
export interface ResultGoal {
  /** The file to write it to; it is then not printed. */
  readonly out?: string | undefined;
  /** Whether only the result is printed, without data about the run. */
  readonly isRaw?: boolean | undefined;
}

/** Prints how a run ended, or how to continue it. */
export async function tellRun(view: RunView, exit: Exit, { out, isRaw = false }: ResultGoal = {}): Promise<ExitCode> {
  const isOpen = (view.state === 'interrupted' || view.state === 'running') && !view.failure;
  if (!isOpen) {
    const result = runResult(view);
    if (view.failure || view.state !== 'completed') return print(view, result, exit);
    const { plain, structured } = applyExit(result, exit);
    const { data } = (plain?.() ?? structured) as { readonly data?: unknown };
    if (out !== undefined) await writeResult(out, data);
    // A schedule mails all output, so for an empty text not even a line end is printed.
    if (isRaw && data !== '') await printText(rawText(data));
    else if (!isRaw && out === undefined) await print(view, result, exit);
    return exitCodeOfProgram(view.run.exitCode ?? 0);
  }
  const next = `visibility-mcp run --resume ${view.run.id}`;
  await tellInterrupted(next);
  const error = {
    code: 'interrupted',
    message:
      view.state === 'running'
        ? `${view.run.id} continues in another process.`
        : `${view.run.id} was interrupted; its effects are on record, and jobs that it has started continue.`,
    next,
  };
  return print(view, runFailed(error, runLine(view)), exit, { next });
}

/** Prints the command that continues an interrupted run. */
export async function tellInterrupted(next: string): Promise<ExitCode> {
  await tell(`Interrupted. With the same settings, this continues it: ${next}`);
  return exitCodeOf({ code: 'interrupted' });
}

/** Prints a run after a request to cancel it. A run that had ended before keeps its own result. */
export const tellCancelled = async (view: RunView, exit: Exit): Promise<ExitCode> =>
  print(view, await cancelledResult(view), exit);

async function print(
  view: RunView,
  result: ToolResult,
  exit: Exit,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ExitCode> {
  const { plain, structured } = applyExit(result, exit);
  const output = { ...inShellWords(plain?.() ?? structured), ...more };
  if (process.stdout.isTTY) {
    const { id, state, calls, maxCredits, charged } = { ...view.run, state: view.state };
    const run = dataDocument({
      run: id,
      state,
      calls,
      credits: maxCredits === 0 ? undefined : { max: maxCredits, charged },
    });
    await show([...(await resultDocument({}, { ...result, structured: output })), ...run]);
  } else await printJson(output);
  const { error } = output as { error?: Failure };
  return error ? exitCodeOf(error) : 0;
}

/** A result whose advice names commands instead of tool calls. */
export function inShellWords(structured: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { error } = structured as { error?: { readonly next?: unknown } };
  if (typeof error?.next !== 'string') return { ...structured };
  return { ...structured, error: { ...error, next: asCommands(error.next) } };
}
