import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Clock } from '../../clock.ts';
import { requestContext, requestId } from '../../request-context.ts';
import { isVisibilityError } from '../../client/errors/visibility-error.ts';
import type { FileAccess } from '../../client/files/file-access.ts';
import { sandboxResult } from '../../tools/results/mark-sandbox.ts';
import type { Tool, ToolContext, ToolResult } from '../../tools/tool.ts';
import { auditName } from '../http-entry/caller-key.ts';
import { budgetLeft } from './budget-left.ts';
import type { SpendConsent } from '../elicitation/spend-consent.ts';
import type { FileConsent } from '../elicitation/file-consent.ts';
import { deferAcknowledgementOf } from './pending-acknowledgements.ts';
import type { Surface } from './offer.ts';
import { progressReporter, type ProgressReporter } from './progress-reporter.ts';
import type { ElicitationOutcome, PlatformElicitation } from '../elicitation/platform-elicitation.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { toolResult } from './tool-result.ts';
import { loadOnce } from '../../load-once.ts';

const checking = loadOnce(() => import('../../tools/calling/too-large.ts'));

export interface CallDependencies {
  readonly tools: readonly Tool[];
  /** For the question of consent, which says what is left to spend. */
  readonly money?: Surface['money'];
  /** The embedded platform is in use; results of this layer have to say so too. */
  readonly sandbox?: boolean;
  readonly spendConsent: SpendConsent;
  /** Absent: questions of the platform are only part of results. */
  readonly elicitation?: PlatformElicitation;
  /** Which files of this machine arguments may name. Absent: none. */
  readonly files?: FileConsent;
  /** Whether the client can show a question to a person. */
  readonly canAsk: boolean;
  /** Whether the client declares folders of its own. */
  readonly hasRoots?: boolean;
  /** Seconds the host is known to let a call block. */
  readonly waitSeconds?: number;
  /** Whether the client knows links to resources among the content of a result (since 2025-06-18). */
  readonly knowsLinks?: boolean;
  /** Absent: a job that goes on is only part of the result. */
  readonly tasks?: Pick<Tasks, 'offer'>;
  /** Whether the client polls tasks by itself. */
  readonly knowsTasks?: boolean;
  /** What its host calls itself. */
  readonly clientName?: string | undefined;
  readonly clock: Clock;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Runs one `tools/call`. A tool that does not exist is a protocol error; everything a known tool
 * has to say, refusals of its arguments included, is a result the model can read.
 */
export async function callTool(
  { params }: CallToolRequest,
  ctx: ServerContext,
  dependencies: CallDependencies,
): Promise<CallToolResult | InputRequiredResult> {
  const { tools, elicitation, sandbox = false, onDefect, knowsLinks = false } = dependencies;
  const own = (result: ToolResult): CallToolResult => toolResult(sandbox ? sandboxResult(result) : result, knowsLinks);
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${params.name.slice(0, 100).toWellFormed()}`,
    );
  const args = params.arguments ?? {};
  // Before anything is compared, whose cost grows with the size of the arguments.
  const { tooLarge } = await checking();
  const tooLargeResult = tooLarge(tool.name, args);
  if (tooLargeResult) return toolResult(tooLargeResult, knowsLinks);
  try {
    const outcome = (await elicitation?.open(tool.name, args, ctx)) ?? ({ kind: 'none' } as const);
    if (outcome.kind === 'stale') return own(stale);
    if (outcome.kind === 'unanswered') return own(unanswered(outcome.structured));
    return await run(tool, args, outcome, ctx, dependencies);
  } catch (error) {
    // Questions are kept in the store, which may be out of reach.
    if (isVisibilityError(error))
      return own((await import('../../tools/results/error-result.ts')).toErrorResult(error));
    onDefect(error);
    return own(defect());
  }
}

async function run(
  tool: Tool,
  args: Record<string, unknown>,
  outcome: ElicitationOutcome,
  ctx: ServerContext,
  dependencies: CallDependencies,
): Promise<CallToolResult | InputRequiredResult> {
  const {
    tools,
    money,
    spendConsent,
    elicitation,
    tasks,
    files,
    canAsk,
    hasRoots = false,
    knowsLinks = false,
    knowsTasks = false,
  } = dependencies;
  const consent = await spendConsent.open(tool.name, args, ctx, canAsk);
  const substitute = outcome.kind === 'answered' ? outcome.call : consent.substitute;
  const call = substitute ?? { tool: tool.name, args };
  const callFiles = await files?.open(tool.name, args, ctx, { canAsk, hasRoots });
  const progress = progressReporter(ctx);
  const result = await (tools.find(({ name }) => name === call.tool) ?? tool).run(
    call.args,
    contextOf(ctx, consent.check, callFiles?.access, progress, dependencies),
  );
  const filesQuestion = await callFiles?.question();
  if (filesQuestion) return filesQuestion;
  const consentQuestion = await consent.question({
    ...(substitute ? { substitute } : {}),
    ...(money ? { budgetLeft: () => budgetLeft(money) } : {}),
  });
  if (consentQuestion) return consentQuestion;
  const { question } = result;
  if (isWhole(result)) await progress?.finish();
  // The answer becomes a call. Where the token does not allow it, the result names that call, whose refusal names the scopes.
  const mayAnswer =
    question &&
    tools.some(({ name }) => name === question.call.tool) &&
    (requestContext()?.token?.allowsCall(question.call.tool, question.call.args) ?? true);
  if (elicitation && canAsk && mayAnswer) return elicitation.ask(tool.name, args, ctx, question, result);
  return (
    (tasks?.offer(result, { knowsTasks, knowsLinks }) as CallToolResult | undefined) ?? toolResult(result, knowsLinks)
  );
}

/** Whether the call has what it was for: no refusal, no handle on a job that goes on, no question. */
const isWhole = ({ isError, structured, question }: ToolResult): boolean => {
  const { state } = (structured['job'] ?? structured['run'] ?? {}) as { state?: unknown };
  return !isError && !question && (state === undefined || state === 'completed');
};

function contextOf(
  ctx: ServerContext,
  consent: NonNullable<ToolContext['consent']>,
  files: FileAccess | undefined,
  progress: ProgressReporter | undefined,
  { waitSeconds, clientName, clock, onDefect }: CallDependencies,
): ToolContext {
  const scopes = requestContext()?.token?.scopes;
  return {
    signal: untilGone(ctx),
    consent,
    caller: auditName(ctx, clientName),
    deferAcknowledgement: deferAcknowledgementOf(ctx.mcpReq.id),
    onDefect,
    clock,
    ...(files ? { files } : {}),
    ...(scopes ? { scopes } : {}),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(progress ? { progress: progress.report } : {}),
  };
}

/**
 * Cancelled, or its caller is gone. Nobody could read the answer then: what has not been sent is not sent any more, and a
 * recorded call goes on. A process that was stopped for a while finds requests that their callers have repeated elsewhere.
 */
const untilGone = ({ mcpReq, http }: ServerContext): AbortSignal =>
  http?.req ? firstOf(mcpReq.signal, http.req.signal) : mcpReq.signal;

/**
 * Aborted with the first of signals that last no longer than the call. `AbortSignal.any` follows signals by weak references, which
 * took about 5 % of the work of a call.
 */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    signal.addEventListener('abort', () => first.abort(signal.reason), { once: true });
    if (signal.aborted) first.abort(signal.reason);
  }
  return first.signal;
}

const inBothForms = (structured: Record<string, unknown>, isError: boolean): ToolResult => ({
  text: JSON.stringify(structured),
  structured,
  ...(isError ? { isError } : {}),
});

const unanswered = (structured: ToolResult['structured']): ToolResult =>
  inBothForms(
    {
      hint: 'The person was asked this and gave no answer; the job goes on waiting for one. Do not answer in their place.',
      ...structured,
    },
    false,
  );

/** Running the call could pay again for the job that the answer was meant to continue. */
const stale = inBothForms(
  {
    ok: false,
    error: {
      code: 'question_closed',
      message:
        'This answers no open question: it was asked about another call, is answered already, or is older than ten minutes.',
      outcome: 'not_sent',
      next: 'job_list {"state":"needs_you"} shows what still waits for an answer.',
    },
  },
  true,
);

/** Leaves out the cause: a stack or an inner message may hold secrets. */
const defect = (): ToolResult =>
  inBothForms(
    {
      ok: false,
      error: {
        code: 'internal',
        message: 'A defect of this server; its log has the details.',
        outcome: 'unknown',
        next: 'Look at job_list and credits before repeating anything that costs.',
        ...requestId(),
      },
    },
    true,
  );
