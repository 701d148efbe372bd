import * as z from 'zod';
import { decode } from '../../../src/catalog/decode.ts';
import { retiredArguments } from '../../../src/catalog/retired-arguments.ts';
import { isAnyId, type Operation } from '../../../src/catalog/vocabulary/index.ts';
import type { ValidatedArguments } from '../arguments.ts';
import type { Fields } from './read-body.ts';
import { invalid, notFound, Refusal } from './refusal.ts';

/** A field that failed validation, for families with their own error codes. */
interface Failing {
  readonly operation: string;
  readonly field: string;
  /** zod's name of the failure, such as `too_big`. */
  readonly problem: string;
}

export type CodeOf = (failing: Failing) => string | undefined;

/**
 * The arguments of a request as the catalog declares them, or 422 with the reasons by field. Unknown
 * fields are ignored, as the platform does; those of an open operation are the open body.
 */
export function validate(
  operation: Operation,
  path: Fields,
  query: Fields,
  body: Fields,
  codeOf: CodeOf = () => undefined,
): ValidatedArguments {
  const fields = { ...body, ...query, ...path };
  for (const field of retiredArguments(operation, fields))
    throw invalid({ [field]: [`The ${field} field is no longer accepted: ${operation.retired[field]}.`] });
  const declared = (field: string) =>
    Object.hasOwn(operation.input.shape, field) &&
    !operation.unstated.has(field) &&
    !(operation.open && field === 'body');
  const declaredFields = Object.fromEntries(
    Object.entries(fields).filter(
      ([field, value]) => declared(field) && !isEmptyOptional(operation.input.shape[field] as z.ZodType, value),
    ),
  );
  const openBody = operation.open ? Object.fromEntries(Object.entries(body).filter(([field]) => !declared(field))) : {};
  const sent = { ...emptyObjects(operation), ...declaredFields };
  const read = clamped(operation, decode(operation.input, sent, 'number') as Record<string, unknown>);
  const result = operation.input.safeParse(read);
  if (!result.success) throw failed(operation, result.error.issues, read, codeOf);
  const broken = operation.rules.filter(({ holds }) => !holds(result.data));
  if (broken.length) throw invalid(byField(broken.map(({ field, says }) => [field, `The ${field} field ${says}.`])));
  return { input: result.data, openBody };
}

/** An object whose fields are all optional may be omitted, even if it is not declared as optional. */
const emptyObjects = ({ input }: Operation): Fields =>
  Object.fromEntries(
    Object.entries(input.shape)
      .filter(([, type]) => type instanceof z.ZodObject && type.safeParse({}).success)
      .map(([field]) => [field, {}]),
  );

/** An optional field that is sent empty counts as absent: null, an empty string, or a switched-off mark such as `expiring`. */
function isEmptyOptional(type: z.ZodType, value: unknown): boolean {
  if (!type.safeParse(undefined).success || type.safeParse(value).success) return false;
  const mark = type instanceof z.ZodOptional && type.unwrap() instanceof z.ZodLiteral;
  return value === null || value === '' || (mark && /^(0|false)$/.test(String(value)));
}

/** A `per_page` above its maximum means the maximum. */
function clamped(operation: Operation, read: Record<string, unknown>): Record<string, unknown> {
  const { per_page: asked } = read;
  const maxPerPage = operation.answer.kind === 'list' ? operation.answer.maxPerPage : undefined;
  const issue = operation.input.shape['per_page']?.safeParse(asked).error?.issues[0];
  if (typeof asked !== 'number') return read;
  if (maxPerPage !== undefined && asked > maxPerPage) return { ...read, per_page: maxPerPage };
  return issue?.code === 'too_big' ? { ...read, per_page: Number(issue.maximum) } : read;
}

function failed(operation: Operation, issues: readonly z.core.$ZodIssue[], read: unknown, codeOf: CodeOf): Refusal {
  // A malformed identifier cannot exist: 404 instead of 422.
  if (
    issues.some(
      ({ path: [field] }) =>
        operation.params.includes(String(field)) && isIdentifier(operation.input.shape[String(field)]),
    )
  )
    return notFound();
  const errors = byField(issues.map((issue) => [issue.path.join('.') || 'body', sentence(issue, read)]));
  const refusal = invalid(errors);
  for (const issue of issues) {
    const code = codeOf({ operation: operation.name, field: String(issue.path[0] ?? ''), problem: issue.code });
    if (code) return new Refusal(422, { ...refusal.body, error: { code, message: refusal.body['message'] } });
  }
  return refusal;
}

/** Numbers and ids. Strings with their own format, such as a lever's key, are validated by that. */
const isIdentifier = (type: z.ZodType | undefined): boolean =>
  type instanceof z.ZodNumber || (type !== undefined && isAnyId(type));

function byField(reasons: readonly (readonly [field: string, reason: string])[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [field, reason] of reasons) (errors[field] ??= []).push(reason);
  return errors;
}

function sentence(issue: z.core.$ZodIssue, read: unknown): string {
  const field = issue.path.join('.') || 'body';
  const value = issue.path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined),
    read,
  );
  if (value === undefined) return `The ${field} field is required.`;
  switch (issue.code) {
    case 'invalid_type':
      return `The ${field} field must be of type ${issue.expected}.`;
    case 'too_big':
      return `The ${field} field must not be above ${issue.maximum}${unit(issue.origin)}.`;
    case 'too_small':
      return `The ${field} field must be at least ${issue.minimum}${unit(issue.origin)}.`;
    case 'invalid_value':
      return `The ${field} field must be one of: ${issue.values.join(', ')}.`;
    case 'custom':
      return `The ${field} field ${issue.message}.`;
    default:
      return `The ${field} field is invalid.`;
  }
}

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' elements', file: ' bytes' };

const unit = (origin: string): string => units[origin] ?? '';
