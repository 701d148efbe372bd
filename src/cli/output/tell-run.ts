import type { Runs, RunView } from '../../runs/runs.ts';
import { runFailed } from '../../tools/results/error-result.ts';
import { leaving, type Exit } from '../../tools/run-tool.ts';
import { cancelledResult, runLine, runResult } from '../../tools/runs/run-result.ts';
import type { ToolResult } from '../../tools/tool.ts';
import { type ExitCode, exitCodeOf, type Failure } from '../exit-code.ts';
import { show } from '../terminal/show.ts';
import { asCommands } from './as-commands.ts';
import { runInPipe, runOnTerminal } from './follow-run.ts';
import { printJson, tell } from './print.ts';
import { runDocument } from './run-document.ts';

/** Milliseconds for which a run is waited for; it ends itself before that. */
const forever = 2_000_000_000;

/** Waits for the run, showing its progress and its log as they come; until it has ended, or the process is asked to stop. */
export async function followRun(service: Runs, id: string, stop: AbortSignal, { redact }: Exit): Promise<RunView> {
  // As which the process ends if it is stuck when it is asked to stop.
  process.exitCode = exitCodeOf({ code: 'interrupted' });
  const follower = await (process.stdout.isTTY ? runOnTerminal(service, id) : runInPipe(id));
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

/** Prints how a run ended, or how to go on with it. */
export async function tellRun(view: RunView, exit: Exit): Promise<ExitCode> {
  const isOpen = (view.state === 'interrupted' || view.state === 'running') && !view.failure;
  if (!isOpen) return print(view, await runResult(view), exit);
  const next = `visibility-mcp run --resume ${view.run.id}`;
  await tellInterrupted(next);
  const error = {
    code: 'interrupted',
    message:
      view.state === 'running'
        ? `${view.run.id} goes on in another process.`
        : `${view.run.id} was interrupted; what it has done is on record.`,
    next,
  };
  return print(view, runFailed(error, runLine(view)), exit, { next });
}

/** Says which command goes on with what was interrupted. */
export async function tellInterrupted(next: string): Promise<ExitCode> {
  await tell(`Interrupted. With the same settings, this goes on: ${next}`);
  return exitCodeOf({ code: 'interrupted' });
}

/** Prints what became of a run that was to be cancelled. One that had ended before keeps its own result. */
export const tellCancelled = async (view: RunView, exit: Exit): Promise<ExitCode> =>
  print(view, await cancelledResult(view), exit);

async function print(
  view: RunView,
  result: ToolResult,
  exit: Exit,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ExitCode> {
  const { plain, structured } = leaving(result, exit);
  const output = { ...inShellWords(plain?.() ?? structured), ...more };
  await (process.stdout.isTTY ? show(runDocument(view, output)) : printJson(output));
  const { error } = output as { error?: Failure };
  return error ? exitCodeOf(error) : 0;
}

/** A result whose advice is what a person types. */
export function inShellWords(structured: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { error } = structured as { error?: { readonly next?: unknown } };
  if (typeof error?.next !== 'string') return { ...structured };
  return { ...structured, error: { ...error, next: asCommands(error.next) } };
}
