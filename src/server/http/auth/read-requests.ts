import type { ToolCall } from '../../../tools/index.ts';
import type { ReadCall } from '../../protocol/create-server-factory.ts';
import { isFields } from '../../../base/json/is-fields.ts';
import { isRequest, type RequestLike } from '../../protocol/json-rpc.ts';

export interface ReadRequests {
  /** The body with the arguments of its tool calls in canonical form. */
  readonly body: unknown;
  /** The scopes that its requests need: the effects that they may have. */
  readonly scopes: readonly string[];
}

/**
 * Reads the tool calls of a body and puts their canonical arguments in its place, so that the call that is checked is the
 * call that is run. A call that cannot be read, or that names no tool, is passed on unchanged: its handler reads it again and
 * answers with a refusal.
 */
export async function readRequests(body: unknown, readCall: ReadCall): Promise<ReadRequests> {
  if (!Array.isArray(body)) return readMessage(body, readCall);
  const read = [];
  for (const message of body) read.push(await readMessage(message, readCall));
  return { body: read.map((one) => one.body), scopes: read.flatMap(({ scopes }) => scopes) };
}

async function readMessage(message: unknown, readCall: ReadCall): Promise<ReadRequests> {
  if (!isRequest(message)) return { body: message, scopes: [] };
  const { method, params } = message;
  if (method !== 'tools/call') return { body: message, scopes: reads(method) ? ['read'] : [] };
  const call = await callOf(params, readCall);
  if (call?.args === undefined) return { body: message, scopes: [] };
  return { body: withArguments(message, call.args), scopes: call.effects };
}

/** Reads a message that is a call in the protocol; undefined for any other, which the SDK refuses. */
async function callOf(params: unknown, readCall: ReadCall): Promise<ToolCall | undefined> {
  if (!isFields(params)) return undefined;
  const { name, arguments: given = {} } = params;
  return typeof name === 'string' && isFields(given) ? readCall(name, given) : undefined;
}

const withArguments = (message: RequestLike, args: Readonly<Record<string, unknown>>): RequestLike => ({
  ...message,
  params: { ...(message.params as object), arguments: args },
});

/** Methods that need the scope `read`: they read a resource, names of things, or the job of a task. */
const reads = (method: string): boolean =>
  method.startsWith('tasks/') || ['resources/read', 'completion/complete'].includes(method);
