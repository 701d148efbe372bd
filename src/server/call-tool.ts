import { ProtocolError, ProtocolErrorCode, type CallToolRequest, type CallToolResult, type InputRequiredResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Tool, ToolContext, ToolResult } from '../tools/tool.ts';
import type { ConsentDesk } from './consent-desk.ts';
import { progressReporter } from './progress-reporter.ts';

export interface CallTerms {
  readonly tools: readonly Tool[];
  readonly desk: ConsentDesk;
  /** Whether arguments may name files of this machine. */
  readonly localFiles: boolean;
  /** Whether the client can show a question to a person. */
  readonly canAsk: boolean;
  /** Seconds the host is known to let a call block. */
  readonly waitSeconds?: number;
  /** Whether the client knows links to resources among the content of a result (since 2025-06-18). */
  readonly knowsLinks?: boolean;
  readonly onDefect: (error: unknown) => void;
}

/**
 * Runs one `tools/call`. A tool that does not exist is a protocol error; everything a known tool
 * has to say, refusals of its arguments included, is a result the model can read.
 */
export async function callTool(
  { params }: CallToolRequest,
  ctx: ServerContext,
  { tools, desk, localFiles, canAsk, waitSeconds, knowsLinks, onDefect }: CallTerms,
): Promise<CallToolResult | InputRequiredResult> {
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100).toWellFormed()}`);
  const args = params.arguments ?? {};
  const consent = await desk.open(tool.name, args, ctx, canAsk);
  const progress = progressReporter(ctx);
  const context: ToolContext = {
    signal: ctx.mcpReq.signal,
    consent: consent.ask,
    localFiles,
    onDefect,
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(progress ? { progress } : {}),
  };
  try {
    const told = await tool.run(args, context);
    return (await consent.question()) ?? result(told, knowsLinks ?? false);
  } catch (error) {
    onDefect(error);
    return defect();
  }
}

const result = ({ text, structured, isError, link }: ToolResult, knowsLinks: boolean): CallToolResult => ({
  content: [{ type: 'text', text }, ...(link && knowsLinks ? [{ type: 'resource_link' as const, ...link }] : [])],
  structuredContent: structured,
  ...(isError ? { isError } : {}),
});

/** Says nothing about the cause: a stack or a message from deep down may hold what nobody should read. */
function defect(): CallToolResult {
  const structured = {
    ok: false,
    error: {
      code: 'internal',
      message: 'A defect of this server; its log has the details.',
      outcome: 'unknown',
      next: 'Look at job_list and credits before repeating anything that costs.',
    },
  };
  return result({ text: JSON.stringify(structured), structured, isError: true }, false);
}
