import { hash } from 'node:crypto';
import { requestContext } from '../../request-context.ts';
import { CLIENT_INFO_META_KEY, type ServerContext } from '@modelcontextprotocol/server';

/**
 * Identifies a caller: a person's consent for one caller is not valid for another. The same person with the platform token of
 * another team is another, and so are they with a token of other scopes: an answer may lead to a call that it does not allow.
 * Never leaves this process as it is.
 */
export function callerKey(ctx: ServerContext): string {
  const { access = null, scopes } = requestContext() ?? {};
  return JSON.stringify([ctx.sessionId ?? null, authorization(ctx), access, nameIn(ctx), scopes?.toSorted() ?? null]);
}

/** Stands for the caller in the audit trail: over HTTP for the person or the token, else for the name of its host. Neither can be read from it. */
export function auditName(ctx: ServerContext, clientName: string | undefined): string {
  const [kind, who] = ctx.http ? ['http', authorization(ctx)] : ['stdio', clientName];
  return `${kind}-${hash('sha256', `caller ${who ?? ''}`).slice(0, 12)}`;
}

/** The person where callers are distinguished, since tokens are refreshed; else the token. */
const authorization = ({ http }: ServerContext): string | null =>
  requestContext()?.caller ?? http?.req?.headers.get('authorization') ?? null;

function nameIn(ctx: ServerContext): string | null {
  const envelope = ctx.mcpReq.envelope as Record<string, unknown> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY] as { name?: unknown } | undefined;
  return typeof info?.name === 'string' ? info.name : null;
}
