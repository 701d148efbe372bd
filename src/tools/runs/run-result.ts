import type { RunView } from '../../runs/runs.ts';
import { cleanDeep } from '../../text/clean-deep.ts';
import { project, resultBudget } from '../projection/project.ts';
import { runFailed } from '../results/error-result.ts';
import { projectionResult, untrustedIn } from '../results/result.ts';
import type { ToolResult } from '../tool.ts';

/** Characters for the log of a run, its end. */
const logBudget = 4_000;

/** State of a run, or its result, cut like any result. */
export function runResult(view: RunView): ToolResult {
  const { run, state, failure } = view;
  const line = runLine(view);
  if (failure) return runFailed({ ...failure }, line);
  if (state === 'cancelled') return runFailed({ code: 'cancelled', message: 'The run was cancelled.' }, line);
  const data = run.result === null ? null : (JSON.parse(run.result) as unknown);
  const projection = project(data, { budget: resultBudget - 2_000 - JSON.stringify(line).length });
  const result = projectionResult(projection, {
    run: line,
    ...(projection.leftOut.length > 0
      ? { left_out: 'The result is longer than an answer may be: return less, or read the resource.' }
      : {}),
    ...(state === 'running' ? { next: `job_wait ${JSON.stringify({ job_id: run.id })}` } : {}),
    ...(state === 'interrupted' ? { next: `run_code ${JSON.stringify({ resume: run.id })}` } : {}),
  });
  const marked = withLogMarked(result, line['log']);
  if (projection.whole) return marked;
  return { ...marked, link: { uri: `visibility://runs/${run.id}`, name: 'run_result', title: 'The whole result' } };
}

/** The result of cancelling a run. A run that had ended before keeps its own result. */
export function cancelledResult(view: RunView): ToolResult {
  if (view.state !== 'cancelled') return runResult(view);
  return projectionResult(project(null, { budget: resultBudget }), { run: runLine(view) });
}

/** The log of a program may hold text of the platform, like its result. */
function withLogMarked(result: ToolResult, log: unknown): ToolResult {
  const untrusted = [untrustedIn({ 'run.log': log }), result.structured['untrusted']].filter(Boolean).join(', ');
  if (untrusted === '') return result;
  const structured = { ...result.structured, untrusted };
  return { ...result, text: JSON.stringify(structured), structured };
}

/** A run without its result and its code. */
function runLine({ run, state, log }: RunView): Record<string, unknown> {
  const shown: string[] = [];
  let left = logBudget;
  for (const line of log.toReversed()) {
    left -= line.length;
    if (left < 0) break;
    shown.unshift(line);
  }
  return {
    run_id: run.id,
    state,
    calls: run.calls,
    credits: { max: run.maxCredits, charged: run.charged, ...(run.held > 0 ? { held: run.held } : {}) },
    log: cleanDeep(shown),
    ...(shown.length < log.length ? { log_left_out: log.length - shown.length } : {}),
  };
}
