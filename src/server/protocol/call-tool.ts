import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isFields } from '../../base/json/is-fields.ts';
import type { Clock } from '../../base/index.ts';
import { inSpan } from '../../base/traces.ts';
import { requestContext } from '../../base/request-context.ts';
import type { PlatformQuestion, Tool, ToolCall, ToolContext, ToolResult } from '../../tools/index.ts';
import { readCall, readCallOf } from '../../tools/definition/read-call.ts';
import { runTool } from '../../tools/results/run-tool.ts';
import { missingScopes } from './missing-scopes.ts';
import type { Caller } from './caller.ts';
import { auditName } from './caller-key.ts';
import type { SpendConsent } from './elicitation/spend-consent.ts';
import type { FileConsent } from './elicitation/file-consent.ts';
import type { Surface } from './offer.ts';
import { progressReporter } from './progress-reporter.ts';
import type { ElicitationOutcome, PlatformElicitation } from './elicitation/platform-elicitation.ts';
import type { Tasks } from './tasks/tasks.ts';
import { toolResult } from './tool-result.ts';
import { VisibilityError } from '../../client/errors.ts';

export interface CallDependencies extends Pick<Surface, 'tools' | 'exit'>, Caller {
  readonly spendConsent: SpendConsent;
  readonly elicitation: PlatformElicitation;
  /** The files of this machine that arguments may name. Absent: none. */
  readonly files?: FileConsent | undefined;
  readonly tasks: Pick<Tasks, 'offer'>;
  readonly deferAcknowledgement: NonNullable<ToolContext['deferAcknowledgement']>;
  /** Seconds that the caller's host is known to let a call block. */
  readonly hostWaitSeconds: number;
  readonly clock: Clock;
  readonly onDefect: (error: unknown) => void;
}

/** Runs one `tools/call`. Only an unknown tool is a protocol error: a model can read everything else. */
export async function callTool(
  { params }: CallToolRequest,
  ctx: ServerContext,
  dependencies: CallDependencies,
): Promise<CallToolResult | InputRequiredResult> {
  const { tools, exit, spendConsent, elicitation, tasks, files, canAsk, hasRoots, knowsLinks } = dependencies;
  const context = contextOf(ctx, dependencies);
  const answerBy = async (make: ToolCall['run']): Promise<CallToolResult> =>
    toolResult(await runTool({ run: make }, context, exit), knowsLinks);
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool) {
    const { unknownTool } = await import('../../tools/operations/unknown-tool.ts');
    const offered = tools.map(({ name }) => name);
    const message = unknownTool(params.name, isFields(params.arguments) ? params.arguments : {}, offered);
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, exit.redact(message));
  }
  const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool.name };
  const carrier = ctx.mcpReq._meta;
  return inSpan({ name: `tools/call ${tool.name}`, kind: 'server', attributes, carrier }, async (note) => {
    const result = await answer(tool);
    const structured: unknown = 'structuredContent' in result ? result.structuredContent : undefined;
    const error = isFields(structured) ? structured['error'] : undefined;
    note({ 'error.type': isFields(error) ? String(error['code']) : undefined });
    return result;
  });

  async function answer(tool: Tool): Promise<CallToolResult | InputRequiredResult> {
    try {
      const call = await readCallOf(tool, params.arguments);
      const { args } = call;
      if (args === undefined) return await answerBy(call.run);
      const outcome = await elicitation.open(tool.name, args, ctx);
      if (outcome.kind === 'stale') throw stale();
      if (outcome.kind === 'unanswered') return await answerBy(async () => unanswered(outcome.structured));
      return await run(tool.name, call, args, outcome);
    } catch (error) {
      // Fails if the token does not allow the call, or if the store, which keeps questions, cannot be reached.
      return answerBy(() => Promise.reject(error));
    }
  }

  async function run(
    name: string,
    asked: ToolCall,
    args: Readonly<Record<string, unknown>>,
    outcome: ElicitationOutcome,
  ): Promise<CallToolResult | InputRequiredResult> {
    const consent = await spendConsent.open(name, args, ctx, canAsk);
    const substitute = outcome.kind === 'answered' ? outcome.call : consent.substitute;
    const call = substitute ? await readCall(tools, substitute.tool, substitute.args) : asked;
    if (!call) throw new Error(`no tool ${substitute?.tool}`);
    refuseBeyondToken(call.effects);
    const callFiles = await files?.open(name, args, ctx, { canAsk, hasRoots });
    const progress = progressReporter(ctx);
    const result = await runTool(
      call,
      { ...context, consent: consent.check, files: callFiles?.access, onProgress: progress?.report },
      exit,
    );
    const filesQuestion = await callFiles?.question();
    if (filesQuestion) return exit.redact(filesQuestion);
    const consentQuestion = await consent.question(substitute);
    if (consentQuestion) {
      await callFiles?.keepBeside(consentQuestion.requestState ?? '');
      return exit.redact(consentQuestion);
    }
    const { question } = result;
    if (isWhole(result)) await progress?.finish();
    if (canAsk && question && (await mayAnswer(question, tools)))
      return elicitation.ask(name, args, ctx, question, result);
    return (tasks.offer(result, dependencies) as CallToolResult | undefined) ?? toolResult(result, knowsLinks);
  }
}

/**
 * Refuses calls that the token of the request does not allow. The HTTP entry refuses most of them earlier and names the
 * needed scopes, but it does not see the call that an answer becomes, nor arguments that the SDK changes: the SDK drops
 * `__proto__`.
 */
function refuseBeyondToken(effects: readonly string[]): void {
  const missing = missingScopes(effects);
  if (missing.length === 0) return;
  throw new VisibilityError('not_permitted', `The token of this call does not allow ${missing.join(', ')}.`, {
    outcome: 'not_sent',
    next: `It needs a token with the scopes ${effects.join(', ')}.`,
  });
}

/** Whether a person can be asked: the token must allow the call that the answer becomes. Otherwise the result only names that call. */
async function mayAnswer({ call }: PlatformQuestion, tools: readonly Tool[]): Promise<boolean> {
  const answering = await readCall(tools, call.tool, call.args);
  return answering !== undefined && missingScopes(answering.effects).length === 0;
}

/** Whether a result is complete: no refusal, no unfinished job, no question. */
const isWhole = ({ isError, structured, question }: ToolResult): boolean => {
  const { state } = (structured['job'] ?? structured['run'] ?? {}) as { state?: unknown };
  return !isError && !question && (state === undefined || state === 'completed');
};

const contextOf = (
  ctx: ServerContext,
  { hostWaitSeconds, clientName, deferAcknowledgement, clock, onDefect }: CallDependencies,
): ToolContext => ({
  signal: abortedWithCaller(ctx),
  caller: auditName(ctx, clientName),
  deferAcknowledgement,
  onDefect,
  clock,
  scopes: requestContext()?.scopes,
  hostWaitSeconds,
});

/**
 * The signal that ends a call: it was cancelled, or its caller has hung up and cannot read the answer. If the call was not
 * sent yet, it is not sent; a recorded one continues. After a pause of this process, callers may have repeated their requests
 * elsewhere. In the 2026-07-28 revision, the SDK automatically cancels the call of a caller who hangs up.
 */
const abortedWithCaller = ({ mcpReq, http }: ServerContext): AbortSignal =>
  http?.req && !mcpReq.envelope ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;

/** The result for a model if the person gave no answer: the question itself. */
const unanswered = (structured: ToolResult['structured']): ToolResult => {
  const structuredAnswer = {
    hint: 'The person was asked this and gave no answer; the job still waits for one. Do not answer in their place.',
    ...structured,
  };
  return { text: JSON.stringify(structuredAnswer), structured: structuredAnswer };
};

/** Refuses a late answer. Running its call instead could pay again for the job that the answer was meant for. */
const stale = (): VisibilityError =>
  new VisibilityError(
    'question_closed',
    'This answers no open question: the question was about another call, was already answered, or is older than ten minutes.',
    { outcome: 'not_sent', next: 'job_list {"state":"needs_you"} shows what still waits for an answer.' },
  );
