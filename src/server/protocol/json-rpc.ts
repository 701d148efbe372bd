import { isFields, type Fields } from '../../base/json/is-fields.ts';

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

/** A body in the form that the SDK accepts: some clients write null for `params` or a field of it to leave it out. */
export const withoutNullParams = (body: unknown): unknown =>
  Array.isArray(body) ? body.map((message) => withParams(message)) : withParams(body);

function withParams(message: unknown): unknown {
  if (!isFields(message) || message['params'] === undefined) return message;
  const { params, ...others } = message;
  if (params === null) return others;
  return isFields(params) ? { ...others, params: withoutNulls(params) } : message;
}

/** Fields whose values are a caller's own, where null may mean something. */
const ownValues: ReadonlySet<string> = new Set(['arguments', 'inputResponses']);

const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isFields(value) && !ownValues.has(name) ? withoutNulls(value) : value]),
  );
