import { hash } from 'node:crypto';
import { requestContext } from '../../base/request-context.ts';
import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';

/**
 * A key of the caller, since a person's consent for one caller is not valid for another. The same person with the token of
 * another team, or with other scopes, is another caller, since an answer may become a call that the other token does not
 * allow. The key is hashed before it leaves this process.
 */
export function callerKey(ctx: ServerContext): string {
  const { access = null, scopes } = requestContext() ?? {};
  return JSON.stringify([ctx.sessionId ?? null, authorization(ctx), access, nameIn(ctx), scopes?.toSorted() ?? null]);
}

/** Distinguishes the callers of one process: a hash of the person or token over HTTP, of the client's name on stdio. */
export function auditName(ctx: ServerContext, clientName: string | undefined): string {
  const [kind, who] = ctx.http ? ['http', authorization(ctx)] : ['stdio', clientName];
  return `${kind}-${hash('sha256', `caller ${who ?? ''}`).slice(0, 12)}`;
}

/** The person if callers are distinguished, since tokens are refreshed; otherwise the token. */
const authorization = ({ http }: ServerContext): string | null =>
  requestContext()?.caller ?? http?.req?.headers.get('authorization') ?? null;

function nameIn(ctx: ServerContext): string | null {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined;
  return typeof info?.name === 'string' ? info.name : null;
}
