import type { IncomingHttpHeaders } from 'node:http';
import {
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  type JSONRPCRequest,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '../http-entry/json-rpc.ts';

/** The revision whose requests say themselves who sends them. */
export const modernRevision = '2026-07-28';

/**
 * A `tools/call` of the form that clients send, with headers that agree with it: what nearly all requests are. It is delivered to
 * its server as it is. Whatever else a request may look like is the matter of the SDK's transports, which refuse what is wrong.
 */
export interface PlainCall {
  readonly message: JSONRPCRequest;
  /** The session that it belongs to. Undefined: it says itself who sends it. */
  readonly session: string | undefined;
}

/** @param body parsed JSON */
export function plainCallOf(headers: IncomingHttpHeaders, body: unknown): PlainCall | undefined {
  const { accept } = headers;
  if (!accept?.includes('application/json') || !accept.includes('text/event-stream')) return undefined;
  if (!isJsonObject(body) || Object.keys(body).length !== 4) return undefined;
  const { jsonrpc, id, method, params } = body;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id) || !isJsonObject(params)) return undefined;
  const { _meta: meta = {} } = params;
  if (!isJsonObject(meta) || (meta['progressToken'] !== undefined && !isId(meta['progressToken']))) return undefined;
  const message = body as unknown as JSONRPCRequest;
  if (PROTOCOL_VERSION_META_KEY in meta)
    return fitsEnvelope(headers, params, meta) ? { message, session: undefined } : undefined;
  const { 'mcp-session-id': session, 'mcp-protocol-version': version } = headers;
  const isOfSession = typeof session === 'string' && (version === undefined || sessionRevisions.has(version));
  return isOfSession ? { message, session } : undefined;
}

function fitsEnvelope(
  headers: IncomingHttpHeaders,
  params: Readonly<Record<string, unknown>>,
  meta: Readonly<Record<string, unknown>>,
): boolean {
  const { name } = params;
  return (
    meta[PROTOCOL_VERSION_META_KEY] === modernRevision &&
    headers['mcp-protocol-version'] === modernRevision &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name &&
    typeof name === 'string' &&
    /^\w+$/.test(name)
  );
}

/** What requests to a session may name. */
const sessionRevisions: ReadonlySet<unknown> = new Set(
  SUPPORTED_PROTOCOL_VERSIONS.filter((revision) => revision < modernRevision),
);

const isId = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value);
