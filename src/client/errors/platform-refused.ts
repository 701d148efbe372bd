import type { Operation } from '../../catalog/operation.ts';
import { plainText } from '../plain-text.ts';
import { type FieldErrors, VisibilityError } from './visibility-error.ts';

/** The platform answered with a refusal and did nothing. Not a lost or unreadable answer. */
export class PlatformRefused extends VisibilityError {
  constructor(operation: Operation, status: number, body: unknown, retryAfter?: number) {
    const code = codeOf(body, status);
    const stated = statedCondition(operation, status, code);
    const said = plainText(messageOf(body), 400);
    const condition = stated && `refused ${stated}`;
    super(code, [said, condition].filter(Boolean).join(' — ') || `The platform answered ${status}.`, {
      outcome: 'rejected',
      status,
      fields: fieldsOf(body),
      next: nextOf(operation, status),
      facts: factsOf(body),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }
}

const byStatus: Readonly<Record<number, string>> = {
  400: 'invalid_arguments',
  401: 'unauthorized',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  422: 'invalid_arguments',
  429: 'rate_limited',
};

/** The platform's own code: `error.code`, a bare `error`, or `code`; else one that follows from the status. */
function codeOf(body: unknown, status: number): string {
  const said = at(at(body, 'error'), 'code') ?? at(body, 'error') ?? at(body, 'code');
  if (typeof said === 'string' && /^[a-z][a-z0-9_]{1,63}$/.test(said)) return said;
  return byStatus[status] ?? (status >= 500 ? 'platform_error' : 'refused');
}

const messageOf = (body: unknown): string => {
  const said = at(body, 'message') ?? at(at(body, 'error'), 'message');
  return typeof said === 'string' ? said : '';
};

function statedCondition(operation: Operation, status: number, code: string): string | undefined {
  const stated = operation.refuses[status];
  return typeof stated === 'object' ? stated[code] : stated;
}

function nextOf(operation: Operation, status: number): string {
  if (status === 401) return 'The operator must check the API token (visibility-mcp doctor).';
  if (status === 402) return 'Nothing was started. Ask the operator to top up the balance, or choose something cheaper.';
  if (status === 403) return `The token may not do this${operation.audience.who === 'admin' ? ': it is for administrators of the platform' : ''}.`;
  if (status === 404) return operation.refuses[404] === undefined ? 'Check the ids: list the things first.' : 'Do first what the message says, if it is that; else check the ids.';
  if (status === 429) return 'Wait for retry_after_s seconds, then repeat the call.';
  return `describe_operation {"operation": "${operation.name}"} tells what it takes.`;
}

function fieldsOf(body: unknown): FieldErrors {
  const errors = at(body, 'errors');
  if (typeof errors !== 'object' || errors === null) return {};
  return Object.fromEntries(
    Object.entries(errors)
      .slice(0, 20)
      .map(([field, reasons]) => [plainText(field, 80), (Array.isArray(reasons) ? reasons : [reasons]).slice(0, 3).map((one) => plainText(String(one), 200))]),
  );
}

/** Small facts beside the message, such as `required` and `available`, or `detected_headers`. */
function factsOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const nested = at(body, 'error');
  const all = { ...(typeof nested === 'object' ? nested : {}), ...body } as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => !['message', 'errors', 'error', 'code'].includes(name) && JSON.stringify(value ?? null).length <= 300,
    ),
  );
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
