import { findOperation } from '../../catalog/index.ts';
import type { RunFailure, RunProgress, RunView } from '../../programs/index.ts';
import { cleanDeep } from '../../base/text/clean-deep.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { project, resultBudget } from '../projection/project.ts';
import { runFailed } from '../results/error-result.ts';
import { plainSuccess, projectionResult, untrustedIn } from '../results/result.ts';
import type { ToolContext, ToolResult } from '../definition/tool.ts';

/** Maximum characters of JSON, and lines, that are shown of the end of a log. */
const logBudget = 4_000;
const maxLogLines = 100;

/** The state of a run, or its result: shortened like any result for a model, unchanged for a program. */
export function runResult(view: RunView): ToolResult {
  const { run, state } = view;
  const failure =
    state === 'cancelled' && !view.failure
      ? { code: 'cancelled', message: 'The run was cancelled.' }
      : view.failure && inShort(view.failure, run.calls);
  const line = runLine(view);
  const plainLine = { ...line, log: view.log, log_left_out: undefined };
  if (failure) {
    const plain = (): ToolResult['structured'] => runFailed({ ...failure }, plainLine).structured;
    return { ...runFailed({ ...failure }, line), plain };
  }
  const value: unknown = JSON.parse(run.result ?? 'null');
  const projection = project(value, { budget: resultBudget - 2_000 - JSON.stringify(line).length });
  const leftOut = 'The result is longer than an answer may be: return less, or read the resource.';
  const next = nextOf(view);
  const result = {
    ...projectionResult(
      projection,
      { run: line, next },
      { left_out: projection.leftOut.length > 0 ? leftOut : undefined },
    ),
    plain: () => plainSuccess(JSON.parse(run.result ?? 'null'), { run: plainLine, next }),
  };
  const marked = withLogMarked(result, line['log']);
  if (projection.whole) return marked;
  return { ...marked, link: { uri: `visibility://runs/${run.id}`, name: 'run_result', title: 'The whole result' } };
}

/** A failure in the form for a model. */
function inShort({ source, sent, next, ...failure }: RunFailure, calls: Readonly<Record<string, number>>): RunFailure {
  const advice = [next, inEffect(calls, failure.call)].filter(Boolean).join(' ');
  return {
    ...failure,
    source: source && oneLine(source, source.length),
    sent: sent && oneLine(sent, sent.length),
    next: advice || undefined,
  };
}

/** The changes that the program made before it failed, so that they are not repeated when it is fixed. */
function inEffect(calls: Readonly<Record<string, number>>, failed: string | undefined): string | undefined {
  const done = Object.entries(calls).flatMap(([name, count]) => {
    const remaining = name === failed ? count - 1 : count;
    const effect = findOperation(name)?.effect;
    return remaining > 0 && effect !== undefined && effect !== 'read' ? [`${name} (${remaining})`] : [];
  });
  if (done.length === 0) return undefined;
  return `Called before and not undone: ${done.slice(0, 5).join(', ')}${done.length > 5 ? ', …' : ''}; do not repeat what took effect.`;
}

/** The call that continues a run that has not ended. */
function nextOf({ run: { id }, state }: RunView): string | undefined {
  if (state === 'running') return `job_wait ${JSON.stringify({ job_id: id })}`;
  return state === 'interrupted' ? `run_code ${JSON.stringify({ resume: id })}` : undefined;
}

/** The result of cancelling a run. A run that had ended before keeps its own result. */
export function cancelledResult(view: RunView): ToolResult {
  if (view.state !== 'cancelled') return runResult(view);
  return projectionResult(project(null, { budget: resultBudget }), { run: runLine(view) });
}

/** Like its result, the log of a program may hold text from the platform. */
function withLogMarked(result: ToolResult, log: unknown): ToolResult {
  const untrusted = [untrustedIn({ 'run.log': log }), result.structured['untrusted']].filter(Boolean).join(', ');
  if (untrusted === '') return result;
  const structured = { ...result.structured, untrusted };
  return { ...result, text: JSON.stringify(structured), structured };
}

/** A run without its result and its code. */
export function runLine({ run, state, log }: RunView): Record<string, unknown> {
  const shown: string[] = [];
  let remaining = logBudget;
  for (let at = log.length - 1; at >= 0 && shown.length < maxLogLines; at--) {
    const line = log[at] as string;
    remaining -= JSON.stringify(line).length + 1;
    if (remaining < 0) break;
    shown.unshift(line);
  }
  return {
    run_id: run.id,
    key: run.key,
    label: run.label,
    state,
    exit_code: run.exitCode ?? undefined,
    calls: run.calls,
    credits: { max: run.maxCredits, charged: run.charged, held: run.held > 0 ? run.held : undefined },
    log: cleanDeep(shown),
    log_left_out: shown.length < log.length ? log.length - shown.length : undefined,
  };
}

/** Reports the progress of a run to a host. The number of calls is unknown: the percentage only approaches the end. */
export function progressOf({ onProgress }: Pick<ToolContext, 'onProgress'>): ((step: RunProgress) => void) | undefined {
  if (!onProgress) return undefined;
  let highest = 0;
  return ({ done, underWay, message }) => {
    highest = Math.max(highest, Math.floor((100 * done) / (done + underWay + 10)));
    onProgress({ percent: highest, message });
  };
}
