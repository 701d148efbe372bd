import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../base/json/json-limits.ts';

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
 * A body in the form that the SDK accepts. Some clients write null for what they leave out: `params`, a field of `params`, of what a client says of
 * itself or of `_meta`. Some write the arguments of a tool as JSON in a text.
 */
export const readableBody = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((message) => readableMessage(message)) : readableMessage(body);

function readableMessage(message: unknown): unknown {
  if (!isFields(message) || message['params'] === undefined) return message;
  const { params, ...others } = message;
  if (params === null) return others;
  return isFields(params) ? { ...others, params: readableParams(params) } : message;
}

const readableParams = (params: Fields): Fields =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => {
      if (value === null) return [];
      if (name === 'arguments' && typeof value === 'string') return [[name, fromJson(value)]];
      return [[name, ['_meta', 'capabilities', 'clientInfo'].includes(name) ? withoutNulls(value) : value]];
    }),
  );

const withoutNulls = (value: unknown): unknown =>
  isFields(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, inner]) => inner !== null)
          .map(([name, inner]) => [name, withoutNulls(inner)]),
      )
    : value;

function fromJson(text: string): unknown {
  if (jsonLimitExceeded(Buffer.from(text), maxHttpMembers)) return text;
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    return text;
  }
}
