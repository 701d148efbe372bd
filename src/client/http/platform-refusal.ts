import { isFields } from '../../base/json/is-fields.ts';
import { fieldOf } from '../../base/json/field-of.ts';
import type { Operation } from '../../catalog/index.ts';
import { maxErrorFields, maxFacts, maxFactsLength, maxKeyLength, maxMessageLength } from '../../base/text/bounds.ts';
import { cleanDeep } from '../../base/text/clean-deep.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { quoted } from '../../base/text/quoted.ts';
import {
  type ErrorCode,
  type FieldErrors,
  isErrorCode,
  type PlatformCode,
  platformCode,
  VisibilityError,
} from '../errors.ts';

/** The error for a call that the platform refused: it did nothing. Not for a lost or unreadable answer. */
export function platformRefusal(
  operation: Operation,
  status: number,
  body: unknown,
  retryAfter?: number,
): VisibilityError {
  const code = codeOf(operation, body, status);
  const stated = statedCondition(operation, status, code);
  const message = messageOf(body);
  const quotation = message && `The platform says: ${quoted(message, maxMessageLength - 150)}`;
  const condition = status < 400 ? `with status ${status}, although that means success` : stated && `refused ${stated}`;
  const says = [quotation, condition].filter(Boolean).join(' — ') || `The platform answered ${status}.`;
  return new VisibilityError(code, says, {
    outcome: 'rejected',
    status,
    fields: fieldsOf(body),
    next: nextOf(operation, status),
    facts: factsOf(body),
    retryAfter,
    origin: 'platform',
  });
}

const byStatus: Readonly<Record<number, ErrorCode>> = {
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

/**
 * The platform's error code: `error.code`, a text in `error`, or `code`; otherwise one for the HTTP status. It is prefixed if this server
 * uses the same code with another meaning, such as one about its own budget.
 */
function codeOf(operation: Operation, body: unknown, status: number): ErrorCode | PlatformCode {
  const usual = byStatus[status] ?? (status >= 500 ? 'platform_error' : 'refused');
  const statedCode = fieldOf(fieldOf(body, 'error'), 'code') ?? fieldOf(body, 'error') ?? fieldOf(body, 'code');
  if (typeof statedCode !== 'string' || !codeForm.test(statedCode)) return usual;
  if (!isErrorCode(statedCode)) return platformCode(statedCode);
  return statedCode === usual || isStated(operation, status, statedCode)
    ? statedCode
    : platformCode(`platform_${statedCode}`);
}

const codeForm = /^[a-z][a-z0-9_]{1,63}$/;

function isStated({ refuses }: Operation, status: number, code: string): boolean {
  const stated = refuses[status];
  return typeof stated === 'object' && Object.hasOwn(stated, code);
}

const messageOf = (body: unknown): string => {
  const error = fieldOf(body, 'error');
  const message = fieldOf(body, 'message') ?? fieldOf(error, 'message') ?? error;
  return typeof message === 'string' && (message !== error || !codeForm.test(message)) ? message : '';
};

function statedCondition(operation: Operation, status: number, code: string): string | undefined {
  const stated = operation.refuses[status];
  if (typeof stated !== 'object') return stated;
  return Object.hasOwn(stated, code) ? stated[code] : undefined;
}

function nextOf(operation: Operation, status: number): string {
  const advice = adviceOn(operation, status);
  if (operation.effect !== 'paid') return advice;
  return `${advice} ${status < 400 ? 'Whether it was charged: credits shows it.' : 'Nothing was charged.'}`;
}

function adviceOn(operation: Operation, status: number): string {
  if (status === 401) return 'The operator must check the API token (visibility-mcp doctor).';
  if (status === 402) return 'Ask the operator to top up the balance, or choose something cheaper.';
  const remedy = operation.remedies[status];
  if (remedy !== undefined)
    return `If the state is the reason, ${remedy} changes it: describe_operation {"operation": "${remedy}"}. Then repeat this call.`;
  if (status === 403)
    return `The token may not do this${operation.audience.who === 'admin' ? ': it is for administrators of the platform' : ''}.`;
  if (status === 404)
    return operation.refuses[404] === undefined
      ? 'Check the ids: list the things first.'
      : 'If the message names a first step, do that; otherwise check the ids.';
  if (status === 429) return 'Wait for retry_after_s seconds, then repeat the call.';
  return `describe_operation {"operation": "${operation.name}"} lists its arguments.`;
}

function fieldsOf(body: unknown): FieldErrors {
  return Object.fromEntries(
    errorsOf(body)
      .slice(0, maxErrorFields)
      .map(([field, reasons]) => [
        oneLine(field, maxKeyLength),
        (Array.isArray(reasons) ? reasons : [reasons]).slice(0, 3).map((one) => oneLine(asText(one), 200)),
      ]),
  );
}

function errorsOf(body: unknown): [string, unknown][] {
  const errors = fieldOf(body, 'errors');
  return typeof errors === 'object' && errors !== null ? Object.entries(errors) : [];
}

/** Further small fields of the error, such as `required` and `available`, or `detected_headers`; and the number of fields left out. */
function factsOf(body: unknown): Record<string, unknown> {
  const nested = fieldOf(body, 'error');
  const all = [...entriesOf(nested), ...entriesOf(body)].filter(([name]) => !envelopeNames.has(name));
  const facts: Record<string, unknown> = {};
  let length = 0;
  let leftOut = 0;
  for (const [name, value] of all) {
    const fact = JSON.stringify(cleanDeep(value) ?? null);
    const fits =
      /^[a-z][a-z0-9_]{0,63}$/.test(name) &&
      !reserved.has(name) &&
      fact.length <= 300 &&
      length + name.length + fact.length <= maxFactsLength - 100;
    if (fits && (name in facts || Object.keys(facts).length < maxFacts - 2)) {
      facts[name] = JSON.parse(fact);
      length += name.length + fact.length;
    } else leftOut++;
  }
  const fields = errorsOf(body).length - maxErrorFields;
  return {
    ...facts,
    facts_left_out: leftOut > 0 ? leftOut : undefined,
    fields_left_out: fields > 0 ? fields : undefined,
  };
}

const entriesOf = (value: unknown): [string, unknown][] => (isFields(value) ? Object.entries(value) : []);

/** Stated elsewhere in the error. */
const envelopeNames: ReadonlySet<string> = new Set(['message', 'errors', 'error', 'code']);

/** This server's own statements about an error: the platform's facts never replace them. */
const reserved: ReadonlySet<string> = new Set([
  'outcome',
  'status',
  'fields',
  'next',
  'retry_after',
  'untrusted',
  'note',
  'facts_left_out',
  'fields_left_out',
]);

const asText = (value: unknown): string =>
  typeof value === 'object' ? (JSON.stringify(value)?.slice(0, 1_000) ?? '') : String(value);
