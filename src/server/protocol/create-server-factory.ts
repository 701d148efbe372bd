import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type GetPromptResult,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import type { ToolCall } from '../../tools/index.ts';
import type { Prompt } from '../../resources/index.ts';
import { callerOf, tasksExtension, type Caller } from './caller.ts';
import type { Clock } from '../../base/index.ts';
import { createSpendConsent, type ConsentOptions } from './elicitation/spend-consent.ts';
import { createFileConsent, type FileOptions } from './elicitation/file-consent.ts';
import { deferAcknowledgementOf, type PendingAcknowledgements } from './pending-acknowledgements.ts';
import { offeredPrompts, type Offer, type Surface } from './offer.ts';
import { hostsThatCannotAsk } from './elicitation/hosts-that-cannot-ask.ts';
import { defaultWaitSeconds } from '../../client/calls/default-wait.ts';
import { createPlatformElicitation } from './elicitation/platform-elicitation.ts';
import { serveSkills, skillsExtension } from './skills.ts';
import { once } from '../../base/once.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { createRequestMemory, type RequestMemory } from './request-memory.ts';
import { createTasks, taskParams } from './tasks/tasks.ts';
import { toolResult } from './tool-result.ts';

/** assets/icon.svg without its gradient, small enough to travel with every answer that names the server. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" rx="112" fill="#16324f"/><path d="M52 256C120 152 190 112 256 112S392 152 460 256C392 360 322 400 256 400S120 360 52 256Z" fill="#f4f8fb"/><circle cx="256" cy="256" r="112" fill="#0f9d8a"/><path d="M186 202h140" stroke="#f9c74f" stroke-width="14" stroke-linecap="round"/><path d="M211 276v38M256 250v64M301 226v88" stroke="#f4f8fb" stroke-width="30"/></svg>';

/** The icon that a host shows next to the server's name: a data address, since a server on stdio serves no files. */
const icons = [{ src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: 'image/svg+xml', sizes: ['any'] }];

export interface FactoryOptions {
  readonly consent: ConsentOptions;
  /** The files of this machine that arguments may name. Absent: none. */
  readonly files?: FileOptions | undefined;
  /** Memory shared between requests. Absent: a memory of this process only. */
  readonly memory?: RequestMemory | undefined;
  /** Once aborted, requests that are still unanswered get an error, since the process is about to end. */
  readonly giveUp?: AbortSignal | undefined;
  readonly onDefect: (error: unknown) => void;
  readonly onTransportError: (error: unknown) => void;
  /** Seconds that a call may block in the host of that name. */
  readonly hostWaitSeconds: (host: string | undefined) => number;
  readonly clock: Clock;
}

/** Reads a call of a tool; undefined if there is no tool with that name. */
export type ReadCall = (tool: string, given: unknown) => Promise<ToolCall | undefined>;

/** Makes a protocol server for each connection, session or request. */
export interface ServerFactory {
  /** @param pending acknowledgements that wait until answers of the connection are written; absent over HTTP, where each request has its own */
  (pending?: PendingAcknowledgements): Server;
  /** Reads a call of a tool as the servers do. */
  readonly readCall: ReadCall;
}

/** Modules that the first call loads. Importing them again for each call would take as long as a write to the store. */
const loadCallTool = once(() => import('./call-tool.ts'));
const loadReadCall = once(() => import('../../tools/definition/read-call.ts'));

/** Cache hint for the lists, which never change while the server runs: a client may keep them for an hour. */
const unchanging = { ttlMs: 3_600_000, cacheScope: 'private' } as const;

/**
 * A factory of protocol servers that all show the same offer: one for a connection on stdio, one
 * for a session or a request over HTTP.
 *
 * The SDK's low-level `Server` is used since its high-level one converts every schema again for
 * each `tools/list`, and the schemas here are JSON Schema from the start.
 */
export function createServerFactory(
  offer: Offer,
  { consent, files, memory: given, giveUp, onDefect, onTransportError, hostWaitSeconds, clock }: FactoryOptions,
): ServerFactory {
  const memory = given ?? createRequestMemory(clock);
  const spendConsent = createSpendConsent(consent, memory);
  const fileConsent = files && createFileConsent(files, memory);
  const elicitation = createPlatformElicitation(memory);
  const tasks = createTasks(memory, clock);
  // Under `--unattended` nobody is asked, whatever the client declares.
  const askable = (caller: Caller): Caller => ({ ...caller, canAsk: caller.canAsk && !consent.unattended });
  const { lists, surface } = offer;

  const createServer = (pending?: PendingAcknowledgements): Server => {
    const server = new Server(
      {
        name: 'visibility-mcp',
        title: 'Visibility',
        version: offer.version,
        icons,
      },
      {
        capabilities: {
          tools: {},
          resources: {},
          prompts: {},
          completions: {},
          extensions: { [tasksExtension]: {}, [skillsExtension]: {}, 'io.modelcontextprotocol/ui': {} },
        },
        instructions: offer.instructions,
        // A dialogue may be longer than the SDK's default of eight rounds.
        inputRequired: { maxRounds: 30, roundTimeoutMs: (consent.maxWaitSeconds || defaultWaitSeconds) * 1000 },
        cacheHints: {
          'tools/list': unchanging,
          'resources/list': unchanging,
          'resources/templates/list': unchanging,
          'prompts/list': unchanging,
        },
      },
    );
    server.onerror = onTransportError;
    const readAnswers = hostsThatCannotAsk(server);
    server.setRequestHandler('tools/list', () => lists.tools);
    server.setRequestHandler('tools/call', async (request, asked) => {
      const { ctx, canAsk } = readAnswers(asked);
      const caller = askable(callerOf(server, ctx));
      const loading = loadCallTool();
      return over(async (offered) => {
        const conversation = {
          spendConsent,
          elicitation,
          clock,
          tasks,
          files: fileConsent,
          onDefect,
          deferAcknowledgement: deferAcknowledgementOf(ctx, pending),
          ...caller,
          hostWaitSeconds: hostWaitSeconds(caller.clientName),
          canAsk: caller.canAsk && canAsk,
        };
        const { callTool } = await loading;
        return unlessAborted(callTool(request, ctx, { ...offered, ...conversation }), giveUp, () => shuttingDown);
      });
    });
    server.setRequestHandler('resources/list', () => lists.resources);
    server.setRequestHandler('resources/templates/list', () => lists.templates);
    server.setRequestHandler('resources/read', ({ params }) =>
      over(async ({ resources, exit }) => {
        const { readResource } = await import('./read-resource.ts');
        return unlessAborted(readResource(resources, params.uri, exit, onDefect), giveUp, endNow);
      }),
    );
    serveSkills(server);
    server.setRequestHandler('completion/complete', ({ params }) =>
      over(async (offered) => {
        const { complete } = await import('./complete.ts');
        return offered.exit.redact(await complete(params, offered));
      }),
    );
    server.setRequestHandler('prompts/list', () => lists.prompts);
    server.setRequestHandler('prompts/get', ({ params }) =>
      over(async (offered) =>
        offered.exit.redact(getPrompt(offeredPrompts(offered), params.name, params.arguments ?? {})),
      ),
    );
    for (const act of ['get', 'update', 'cancel'] as const) {
      server.setRequestHandler(`tasks/${act}`, { params: taskParams }, ({ taskId }, ctx) =>
        over(({ job }) =>
          tasks.answer(act, taskId, callerOf(server, ctx), job, {
            signal: ctx.mcpReq.signal,
            deferAcknowledgement: deferAcknowledgementOf(ctx, pending),
            clock,
            onDefect,
          }),
        ),
      );
    }
    return server;
  };
  return Object.assign(createServer, {
    readCall: async (tool: string, given: unknown) => {
      const [{ tools }, { readCall }] = await Promise.all([surface(), loadReadCall()]);
      return readCall(tools, tool, given);
    },
  });

  /** Answers requests that need more than the lists. Protocol errors repeat the request, so secrets are removed. */
  async function over<T>(answer: (surface: Surface) => Promise<T>): Promise<T> {
    const offered = await surface();
    try {
      return await answer(offered);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      const { message, data } = offered.exit.redact({ message: error.message, data: error.data });
      throw message === error.message && data === error.data ? error : new ProtocolError(error.code, message, data);
    }
  }
}

/** The platform has not answered within the grace period: the outcome of the call is unknown. */
const unanswered = {
  ok: false,
  error: {
    code: 'outcome_unknown',
    message: 'This server is shutting down, and the platform has not answered yet.',
    outcome: 'unknown',
    next: 'Once it is back, check job_list and credits before repeating anything that costs.',
  },
};
const shuttingDown: CallToolResult | InputRequiredResult = toolResult(
  { isError: true, text: JSON.stringify(unanswered), structured: unanswered },
  false,
);

function endNow(): never {
  throw new ProtocolError(ProtocolErrorCode.InternalError, 'The server is shutting down');
}

function getPrompt(prompts: readonly Prompt[], name: string, args: Record<string, string>): GetPromptResult {
  const prompt = prompts.find((candidate) => candidate.name === name);
  if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  const missing = prompt.arguments
    .filter((argument) => argument.required && !args[argument.name]?.trim())
    .map((argument) => argument.name);
  if (missing.length > 0)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Prompt ${name} needs: ${missing.join(', ')}`);
  return {
    description: prompt.description,
    // People paste texts with invisible characters, which must not reach the model.
    messages: [{ role: 'user', content: { type: 'text', text: cleanText(prompt.render(args)) } }],
  };
}
