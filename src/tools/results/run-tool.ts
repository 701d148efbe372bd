import type { Redact } from '../../client/index.ts';
import { toErrorResult } from './error-result.ts';
import type { ToolCall, ToolContext, ToolResult } from '../definition/tool.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** How results leave a server or a command: without secrets, and marked if the data comes from the sandbox. */
export interface Exit {
  /** Replaces the secrets of the configuration, including those that a caller wrote into its arguments. */
  readonly redact: Redact;
  /** The embedded platform is in use: every result says so. */
  readonly sandbox: boolean;
  /** Writes the file that a result links to into the operator's folder. Absent: there is none. */
  readonly saveFile?: ((result: ToolResult) => Promise<ToolResult>) | undefined;
}

/** Runs a call whose result leaves this program. Never rejects: a refusal or failure is a result with `isError`. */
export async function runTool(call: Pick<ToolCall, 'run'>, context: ToolContext, exit: Exit): Promise<ToolResult> {
  const { onProgress, signal, onDefect } = context;
  const report: typeof onProgress = onProgress && ((progress) => onProgress(exit.redact(progress)));
  try {
    const made = await call.run({ ...context, onProgress: report });
    return applyExit(exit.saveFile && !made.isError ? await exit.saveFile(made) : made, exit);
  } catch (error) {
    if (!isVisibilityError(error) && !signal?.aborted) onDefect?.(error);
    return applyExit(toErrorResult(error, signal), exit);
  }
}

/** A result as it leaves: without secrets, and marked if its data is invented. */
export function applyExit(result: ToolResult, { redact, sandbox }: Exit): ToolResult {
  const mark = (structured: ToolResult['structured']) => (sandbox ? marked(structured) : structured);
  const { plain, question, viewData, link, pending } = result;
  const structured = redact(mark(result.structured));
  return {
    ...result,
    structured,
    text: structured === result.structured ? result.text : JSON.stringify(structured),
    plain: plain && (() => redact(mark(plain()))),
    viewData: viewData && redact(viewData),
    link: link && redact(link),
    pending: pending && redact(pending),
    // The call that sends the answer is unchanged: it is made, not shown.
    question: question && { ...redact({ ...question, call: undefined }), call: question.call },
  };
}

const marked = ({ ok, ...rest }: ToolResult['structured']): ToolResult['structured'] => ({
  ok,
  sandbox: true,
  ...rest,
});
