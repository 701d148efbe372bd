import { definedFields } from '../../base/json/defined-fields.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../base/json/json-limits.ts';
import { parseJson } from '../../base/json/parse-json.ts';

/** A message that looks like a request; the SDK validates it. */
export interface RequestLike {
  readonly method: string;
  readonly id: unknown;
  readonly params?: unknown;
}

export const isRequest = (message: unknown): message is RequestLike =>
  isFields(message) && typeof message['method'] === 'string' && message['id'] !== undefined;

/** The id of the request that a message cancels. */
export function cancelledId(message: unknown): string | number | undefined {
  if (!isFields(message) || message['method'] !== 'notifications/cancelled') return undefined;
  const { params } = message;
  const id = isFields(params) ? params['requestId'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The messages of a body: one, or those of a batch. */
export const messagesIn = (body: unknown): readonly unknown[] =>
  Array.isArray(body) ? body : body === undefined ? [] : [body];

/**
 * A body in the form that the SDK accepts. Some clients write null for what they leave out or send the arguments of a tool as one JSON text,
 * PHP writes `[]` for an empty object, and members that JSON-RPC does not define are ignored.
 */
export const normalMessages = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((message) => normalMessage(message)) : normalMessage(body);

function normalMessage(message: unknown): unknown {
  if (!isFields(message)) return message;
  const { jsonrpc, id, method, params, error, result } = message;
  const answer = method === undefined && !error ? (result === null ? {} : result) : undefined;
  return definedFields({
    jsonrpc,
    id,
    method,
    params: normalValue('params', params),
    error: error ?? undefined,
    result: answer,
  });
}

/** Fields whose values are a caller's own, where null may mean something. */
const ownValues: ReadonlySet<string> = new Set(['arguments', 'inputResponses']);

/** Fields that hold an object in a request, which PHP writes as `[]` if it is empty. */
const objects = /^(params|arguments|_meta|capabilities|experimental|sampling|elicitation|roots|extensions)$/;

function normalValue(name: string, given: unknown): unknown {
  const value = name === 'arguments' && typeof given === 'string' ? argumentsIn(given) : given;
  if (Array.isArray(value) && value.length === 0 && objects.test(name)) return {};
  if (!isFields(value) || ownValues.has(name)) return value ?? undefined;
  return definedFields(
    Object.fromEntries(Object.entries(value).map(([field, one]) => [field, normalValue(field, one)])),
  );
}

/** The arguments in a text; the text itself if they are no JSON, or too much. */
function argumentsIn(text: string): unknown {
  try {
    return text === '' ? {} : jsonLimitExceeded(Buffer.from(text), maxHttpMembers) ? text : parseJson(text);
  } catch {
    return text;
  }
}
