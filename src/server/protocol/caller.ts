import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** MCP extension with which hosts of the 2026-07-28 revision poll long calls themselves. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** What the client that sends a request states about itself. */
export interface Caller {
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
    canAsk: elicitation !== undefined && ('form' in elicitation || !('url' in elicitation)),
    hasRoots: roots !== undefined,
    knowsLinks:
      String(envelope?.[PROTOCOL_VERSION_META_KEY] ?? server.getNegotiatedProtocolVersion() ?? '') >= linksSince,
    knowsTasks: statedCapabilities?.extensions !== undefined && tasksExtension in statedCapabilities.extensions,
  };
}
