import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { defaultWaitSeconds } from '../../client/calls/default-wait.ts';

/** MCP extension with which hosts of the 2026-07-28 revision poll long calls themselves. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** What the client that sends a request states about itself. */
export interface Caller {
  /** Seconds for which its host is known to let a call block. */
  readonly hostWaitSeconds: number;
  /** The name that it states. */
  readonly clientName: string | undefined;
  /** Whether it can show a form to a person. `elicitation: {}` means forms; `{url: {}}` alone does not. */
  readonly canAsk: boolean;
  /** Whether it declares its own folders (roots). */
  readonly hasRoots: boolean;
  /** Whether it supports links to resources in the content of a result. */
  readonly knowsLinks: boolean;
  /** Whether it polls tasks itself. Only requests of the 2026-07-28 revision can state that. */
  readonly knowsTasks: boolean;
}

/** The revision that brought resource links; revisions are dates. */
const linksSince = '2025-06-18';

/** Reads the caller from the request itself in the 2026-07-28 revision of the protocol, and from the handshake in earlier ones. */
export function callerOf(server: Server, ctx: ServerContext): Caller {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const statedCapabilities = envelope?.[CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined;
  const { elicitation, roots } = statedCapabilities ?? server.getClientCapabilities() ?? {};
  const info = (envelope?.[CLIENT_INFO_META_KEY] ?? server.getClientVersion()) as { name?: unknown } | undefined;
  const clientName = typeof info?.name === 'string' ? info.name : undefined;
  return {
    clientName,
    hostWaitSeconds: hostWaitSeconds(clientName),
    canAsk: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
    hasRoots: roots !== undefined,
    knowsLinks:
      String(envelope?.[PROTOCOL_VERSION_META_KEY] ?? server.getNegotiatedProtocolVersion() ?? '') >= linksSince,
    knowsTasks: statedCapabilities?.extensions !== undefined && tasksExtension in statedCapabilities.extensions,
  };
}

/**
 * Default seconds that a call may block in each host, by a part of the host's own name, the most specific first. They are
 * below the host's own limit, which progress does not extend (November 2026). Only this differs by host: lists are the same
 * for all, and results fit the smallest limit. Each client declares whether a person can be asked.
 */
const waitSeconds: readonly (readonly [RegExp, number])[] = [
  // A call goes to the background after 120 s; results of 25,000 tokens.
  [/claude[- ]?code/, 100],
  // Its limit is unknown; it states VS Code's name as well as its own.
  [/cursor/, defaultWaitSeconds],
  // No limit was found; people do not wait for longer than this.
  [/visual studio code|vscode|vs code|github[- ]copilot/, 120],
  // 300 s, no extension; 10,000 tokens.
  [/codex/, 240],
  // 600 s; 40,000 characters.
  [/gemini/, 300],
  // 300 s; 200,000 characters.
  [/goose/, 240],
];

/** Seconds that a call may block in the host of that name, as in `clientInfo.name`; in an unknown host, the shortest time. */
function hostWaitSeconds(name = ''): number {
  const plain = name.toLowerCase().trim();
  return waitSeconds.find(([pattern]) => pattern.test(plain))?.[1] ?? defaultWaitSeconds;
}
