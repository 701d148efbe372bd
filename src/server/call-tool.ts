import { ProtocolError, ProtocolErrorCode, type CallToolRequest, type CallToolResult, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Resources } from '../resources/index.ts';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import { askedBack } from './asked-back.ts';
import { budgetLeft } from './budget-left.ts';
import type { ConsentDesk } from './consent-desk.ts';
import { handOverWith } from './handovers.ts';
import { progressReporter } from './progress-reporter.ts';
import type { Answered, QuestionDesk, Step } from './question-desk.ts';
import type { Tasks } from './tasks.ts';
import { toolResult } from './tool-result.ts';

export interface CallTerms {
  readonly tools: readonly Tool[];
  /** Where a person who is asked to spend is told what is left. */
  readonly resources?: Pick<Resources, 'fixed'>;
  readonly desk: ConsentDesk;
  /** Absent: questions of the platform's are told in results only. */
  readonly questions?: QuestionDesk;
  /** Whether arguments may name files of this machine. */
  readonly localFiles: boolean;
  /** Whether the client can show a question to a person. */
  readonly canAsk: boolean;
  /** Seconds the host is known to let a call block. */
  readonly waitSeconds?: number;
  /** Whether the client knows links to resources among the content of a result (since 2025-06-18). */
  readonly knowsLinks?: boolean;
  /** Absent: what runs on is told in results only. */
  readonly tasks?: Pick<Tasks, 'offer'>;
  /** Whether the client polls tasks by itself. */
  readonly knowsTasks?: boolean;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Runs one `tools/call`. A tool that does not exist is a protocol error; everything a known tool
 * has to say, refusals of its arguments included, is a result the model can read.
 */
export async function callTool({ params }: CallToolRequest, ctx: ServerContext, terms: CallTerms): Promise<CallToolResult | InputRequiredResult> {
  const { tools, questions, onDefect, knowsLinks = false } = terms;
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100).toWellFormed()}`);
  const args = params.arguments ?? {};
  const answered = (await questions?.open(tool.name, args, ctx)) ?? ({ kind: 'none' } as const);
  if (answered.kind === 'stale') return toolResult(stale, knowsLinks);
  if (answered.kind === 'unanswered') return toolResult(unanswered(answered.result), knowsLinks);
  try {
    return await run(tool, args, answered, ctx, terms);
  } catch (error) {
    onDefect(error);
    return toolResult(defect, knowsLinks);
  }
}

async function run(tool: Tool, args: Record<string, unknown>, answered: Answered, ctx: ServerContext, terms: CallTerms): Promise<CallToolResult | InputRequiredResult> {
  const { tools, resources, desk, questions, tasks, canAsk, knowsLinks = false, knowsTasks = false } = terms;
  const consent = await desk.open(tool.name, args, ctx, canAsk);
  const step: Step | undefined = answered.kind === 'answer' ? answered.step : consent.step;
  const { tool: name, args: given } = step ?? { tool: tool.name, args };
  const told = await (tools.find((one) => one.name === name) ?? tool).run(given, contextOf(ctx, consent.ask, terms));
  const dear = await consent.question({ ...(step ? { step } : {}), ...(resources ? { left: () => budgetLeft(resources) } : {}) });
  if (dear) return dear;
  const asks = questions && canAsk ? askedBack(name, given, told) : undefined;
  if (questions && asks && tools.some((one) => one.name === asks.call.tool)) return questions.ask(tool.name, args, asks, told);
  return (tasks?.offer(told, { knowsTasks, knowsLinks }) as CallToolResult | undefined) ?? toolResult(told, knowsLinks);
}

function contextOf(ctx: ServerContext, consent: NonNullable<ToolContext['consent']>, { localFiles, waitSeconds, onDefect }: CallTerms): ToolContext {
  const progress = progressReporter(ctx);
  return {
    signal: ctx.mcpReq.signal,
    consent,
    handOver: handOverWith(ctx.mcpReq.id),
    localFiles,
    onDefect,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(progress ? { progress } : {}),
  };
}

const inBothForms = (structured: Record<string, unknown>, isError: boolean): ToolResult => ({ text: JSON.stringify(structured), structured, ...(isError ? { isError } : {}) });

const unanswered = ({ structured }: ToolResult): ToolResult =>
  inBothForms({ ...structured, hint: 'The person was asked this and gave no answer; the job goes on waiting for one. Do not answer in their place.' }, false);

/** Running the call after all might pay again for what the answer was meant to go on with. */
const stale = inBothForms(
  {
    ok: false,
    error: {
      code: 'question_closed',
      message: 'This answers no open question: it was asked about another call, is answered already, or is older than ten minutes.',
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
