import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FileAccess } from '../../client/files/file-access.ts';
import type { Resources } from '../../resources/index.ts';
import { sandboxResult } from '../../tools/results/mark-sandbox.ts';
import type { Tool, ToolContext, ToolResult } from '../../tools/tool.ts';
import { auditName } from '../http-entry/caller-key.ts';
import { askedBack } from '../elicitation/asked-back.ts';
import { budgetLeft } from './budget-left.ts';
import type { ConsentDesk } from '../elicitation/spend-consent.ts';
import type { FileConsent } from '../elicitation/file-consent.ts';
import { handOverWith } from './pending-acknowledgements.ts';
import { progressReporter } from './progress-reporter.ts';
import type { Answered, QuestionDesk, Step } from '../elicitation/platform-elicitation.ts';
import type { Tasks } from '../tasks/tasks.ts';
import { toolResult } from './tool-result.ts';

export interface CallTerms {
  readonly tools: readonly Tool[];
  /** Where a person who is asked to spend is told what is left. */
  readonly resources?: Pick<Resources, 'fixed'>;
  /** The embedded platform is in use; what this layer says itself has to say so too. */
  readonly sandbox?: boolean;
  readonly desk: ConsentDesk;
  /** Absent: questions of the platform's are told in results only. */
  readonly questions?: QuestionDesk;
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
  /** Absent: what runs on is told in results only. */
  readonly tasks?: Pick<Tasks, 'offer'>;
  /** Whether the client polls tasks by itself. */
  readonly knowsTasks?: boolean;
  /** What its host calls itself. */
  readonly clientName?: string | undefined;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Runs one `tools/call`. A tool that does not exist is a protocol error; everything a known tool
 * has to say, refusals of its arguments included, is a result the model can read.
 */
export async function callTool(
  { params }: CallToolRequest,
  ctx: ServerContext,
  terms: CallTerms,
): Promise<CallToolResult | InputRequiredResult> {
  const { tools, questions, sandbox = false, onDefect, knowsLinks = false } = terms;
  const own = (result: ToolResult): CallToolResult => toolResult(sandbox ? sandboxResult(result) : result, knowsLinks);
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `Unknown tool: ${params.name.slice(0, 100).toWellFormed()}`,
    );
  const args = params.arguments ?? {};
  // Before anything is compared or sealed: that takes as long as the arguments are large.
  const { tooLarge } = await import('../../tools/calling/too-large.ts');
  const refused = tooLarge(tool.name, args);
  if (refused) return toolResult(refused, knowsLinks);
  const answered = (await questions?.open(tool.name, args, ctx)) ?? ({ kind: 'none' } as const);
  if (answered.kind === 'stale') return own(stale);
  if (answered.kind === 'unanswered') return own(unanswered(answered.result));
  try {
    return await run(tool, args, answered, ctx, terms);
  } catch (error) {
    onDefect(error);
    return own(defect);
  }
}

async function run(
  tool: Tool,
  args: Record<string, unknown>,
  answered: Answered,
  ctx: ServerContext,
  terms: CallTerms,
): Promise<CallToolResult | InputRequiredResult> {
  const {
    tools,
    resources,
    desk,
    questions,
    tasks,
    files,
    canAsk,
    hasRoots = false,
    knowsLinks = false,
    knowsTasks = false,
  } = terms;
  const consent = await desk.open(tool.name, args, ctx, canAsk);
  const step: Step | undefined = answered.kind === 'answer' ? answered.step : consent.step;
  const { tool: name, args: given } = step ?? { tool: tool.name, args };
  const callFiles = await files?.open(tool.name, args, ctx, { canAsk, hasRoots });
  const told = await (tools.find((one) => one.name === name) ?? tool).run(
    given,
    contextOf(ctx, consent.ask, callFiles?.access, terms),
  );
  const aboutFiles = await callFiles?.question();
  if (aboutFiles) return aboutFiles;
  const dear = await consent.question({
    ...(step ? { step } : {}),
    ...(resources ? { left: () => budgetLeft(resources) } : {}),
  });
  if (dear) return dear;
  const asks = questions && canAsk ? askedBack(name, given, told) : undefined;
  if (questions && asks && tools.some((one) => one.name === asks.call.tool))
    return questions.ask(tool.name, args, ctx, asks, told);
  return (tasks?.offer(told, { knowsTasks, knowsLinks }) as CallToolResult | undefined) ?? toolResult(told, knowsLinks);
}

function contextOf(
  ctx: ServerContext,
  consent: NonNullable<ToolContext['consent']>,
  files: FileAccess | undefined,
  { waitSeconds, clientName, onDefect }: CallTerms,
): ToolContext {
  const progress = progressReporter(ctx);
  return {
    signal: ctx.mcpReq.signal,
    consent,
    caller: auditName(ctx, clientName),
    handOver: handOverWith(ctx.mcpReq.id),
    onDefect,
    ...(files ? { files } : {}),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(progress ? { progress } : {}),
  };
}

const inBothForms = (structured: Record<string, unknown>, isError: boolean): ToolResult => ({
  text: JSON.stringify(structured),
  structured,
  ...(isError ? { isError } : {}),
});

const unanswered = ({ structured }: ToolResult): ToolResult =>
  inBothForms(
    {
      hint: 'The person was asked this and gave no answer; the job goes on waiting for one. Do not answer in their place.',
      ...structured,
    },
    false,
  );

/** Running the call after all might pay again for what the answer was meant to go on with. */
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

/** Says nothing about the cause: a stack or a message from deep down may hold what nobody should read. */
const defect = inBothForms(
  {
    ok: false,
    error: {
      code: 'internal',
      message: 'A defect of this server; its log has the details.',
      outcome: 'unknown',
      next: 'Look at job_list and credits before repeating anything that costs.',
    },
  },
  true,
);
