import type { Operation } from '../../catalog/operation.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import { FileRefused } from '../../client/errors/file-refused.ts';
import { PinnedElsewhere } from '../../client/errors/pinned-elsewhere.ts';
import { VisibilityError, type FieldErrors } from '../../client/errors/visibility-error.ts';
import { placeholder, unfilled } from '../../client/request/placeholder.ts';
import { quoted } from '../../text/quoted.ts';
import { shorten } from '../../text/shorten.ts';
import { nearest } from '../../text/nearest.ts';
import { exampleArguments } from '../schema/example.ts';
import { constraintsInWords, typeInWords } from '../schema/in-words.ts';
import { inputSchemaOf, type JsonSchema } from '../schema/json-schema.ts';
import { isFields } from '../../json/is-fields.ts';
import { formatCall } from './format-call.ts';

/**
 * Extends an argument error by what the caller needs to correct it: the rule of each argument, the argument that was probably
 * meant, and the corrected call. Other errors are returned unchanged.
 */
export function explainArguments(
  error: VisibilityError,
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
): VisibilityError {
  // A file that may not be sent, and a project that may not be chosen, are no typing errors: there is no call to correct.
  if (error instanceof FileRefused || error instanceof PinnedElsewhere) return error;
  // The platform answers 422 also where the arguments are right and the state is not; it names no field then.
  if (error.code !== 'invalid_arguments' || !error.fields || Object.keys(error.fields).length === 0) return error;
  const { properties = {} } = inputSchemaOf(operation);
  const wrong = Object.entries(error.fields);
  const suggestions = suggestedNames(operation, args, properties);
  const asked = wrong.map(([field]) => field).filter((field) => isAskedFor(field, error, args, properties));
  const next =
    asked.length > 0 && operation.open
      ? `Repeat the call with ${asked.slice(0, 3).join(', ')} in body, if you know what it has to hold.`
      : corrected(operation, args, error.fields, suggestions, properties);
  const first = wrong.slice(0, 3);
  // Together they have to stay under 120 tokens, about 400 characters.
  const each = Math.max(36, Math.floor((240 - Math.min(next.length, 180)) / first.length));
  const fields = first.map(([field, [reason]]) => {
    const quotation = reason === undefined || error.status === undefined ? reason : quoted(reason, maxQuotation);
    const wrong = asked.includes(field)
      ? `is asked for by the platform and not documented: ${quotation ?? 'it gives no reason'}`
      : explain(field, reason, quotation, suggestions.get(field), properties, operation, args[field]);
    return [field, [closed(shorten(wrong, each))]] as const;
  });
  const hasUnknown = wrong.some(([field]) => !own(properties, field) && !suggestions.has(field) && !operation.open);
  const takes = hasUnknown ? takenBy(properties) : '';
  return new VisibilityError(
    error.code,
    `${operation.name} does not take these arguments${wrong.length > 3 ? ` (${wrong.length} are wrong)` : ''}${takes}${operation.effect === 'paid' ? '; nothing was charged' : ''}`,
    {
      outcome: error.outcome,
      status: error.status,
      facts: error.facts,
      fields: Object.fromEntries(fields),
      next,
    },
  );
}

/** Characters. */
const maxQuotation = 200;

/** A text cut within a quotation, which ends there, without a part of the note how much is missing. */
const closed = (text: string): string =>
  text.lastIndexOf('“') > text.lastIndexOf('”') ? `${text.slice(0, -2).replace(/… \(\+[^)]*$/, '')}…”` : text;

/** Whether the platform refused the call because of a missing field that is not documented and was not sent. */
const isAskedFor = (
  field: string,
  { status }: VisibilityError,
  args: Readonly<Record<string, unknown>>,
  properties: Properties,
): boolean => status !== undefined && !Object.hasOwn(args, field) && !own(properties, field.split(/[.[]/)[0] ?? field);

/** The names of an operation's arguments, if there are few. */
function takenBy(properties: Properties): string {
  const names = Object.keys(properties).join(', ');
  return names === '' ? '; it takes none' : names.length <= 60 ? `; it takes ${names}` : '';
}

type Properties = Readonly<Record<string, JsonSchema>>;

function explain(
  field: string,
  reason: string | undefined,
  quotation: string | undefined,
  suggestion: string | undefined,
  properties: Properties,
  operation: Operation,
  value: unknown,
): string {
  const { retired, open } = operation;
  const replacement = own(retired, field);
  if (replacement !== undefined) return `is retired: ${replacement}`;
  const top = field.split(/[.[]/)[0] ?? field;
  const schema = own(properties, top);
  if (!schema) {
    if (suggestion) return `is unknown; did you mean ${suggestion}?`;
    return open ? 'is not declared: undeclared fields go into body, as they are' : 'is unknown';
  }
  if (field !== top) return quotation ?? 'not accepted';
  if (projectArguments(operation).has(field)) return 'must be an id, name or domain';
  // The declaration describes a type or a bound better than the validator's message.
  if (/^(Invalid|Too|Expected)/.test(reason ?? '')) return rule(schema, value, reason ?? '');
  return `${quotation ?? 'not accepted'} (${[wantedOf(schema), schema.description].filter(Boolean).join('; ')})`;
}

const wantedOf = (schema: JsonSchema): string =>
  [typeInWords(schema), constraintsInWords(schema)].filter(Boolean).join(', ');

/** What a refused value has to be. The schema leaves out bounds that say little to a reader, until they are what is broken. */
function rule(schema: JsonSchema, value: unknown, reason: string): string {
  if (/>=1 (characters|items)$/.test(reason)) return 'must not be empty';
  // All numbers that have to be above 0 are integers.
  const expectedType = wantedOf(reason.endsWith('>0') ? { ...schema, minimum: 1 } : schema);
  if (value === null) return `must be ${expectedType}, not null`;
  const isMalformed = typeof value === 'string' && schema.type === 'string' && reason.startsWith('Invalid');
  return isMalformed && schema.description !== undefined
    ? `must be ${expectedType}; ${schema.description}`
    : `must be ${expectedType}`;
}

/** Maps unknown names to the arguments that were probably meant: one with a similar name, or the only missing one that accepts the value. */
function suggestedNames(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  properties: Properties,
): ReadonlyMap<string, string> {
  const suggestions = new Map<string, string>();
  const unknown = Object.keys(args).filter((name) => !own(properties, name));
  for (const name of unknown) {
    const like = suggestName(name, operation, Object.keys(properties));
    if (like && (own(operation.retired, name) !== undefined || fits(args[name], properties[like] ?? {})))
      suggestions.set(name, like);
  }
  // A value that only has the right type may be the id of something else. A removal must not try it.
  if (operation.effect === 'delete') return suggestions;
  const required = Object.keys(exampleArguments(operation));
  for (const names of [operation.params, required]) {
    const isMissing = (name: string): boolean =>
      !Object.hasOwn(args, name) && ![...suggestions.values()].includes(name);
    const [missing, ...more] = names.filter(isMissing);
    if (missing === undefined || more.length > 0) continue;
    const fitting = unknown.filter((name) => !suggestions.has(name) && fits(args[name], properties[missing] ?? {}));
    const [only, ...others] = fitting;
    if (only !== undefined && others.length === 0) suggestions.set(only, missing);
  }
  return suggestions;
}

const suggestName = (name: string, { retired }: Operation, names: readonly string[]): string | undefined =>
  names.find((candidate) => new RegExp(`\\b${candidate}\\b`).test(own(retired, name) ?? '')) ??
  nearest(name, names, 1)[0];

function fits(value: unknown, { type, enum: values }: JsonSchema): boolean {
  if (values) return values.includes(value as never);
  if (type === 'integer' || type === 'number')
    return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  if (type === 'array') return Array.isArray(value) || typeof value === 'string';
  return type === typeof value;
}

/**
 * The call as it was probably meant, which reaches no further than what its caller named: what cannot be guessed is left to
 * be filled in, as `<name>`, and only where nothing changes is an optional argument left out. A call that costs is
 * spelled out only where it says what its caller said, all of it and nothing else (decision 33).
 */
function corrected(
  operation: Operation,
  args: Readonly<Record<string, unknown>>,
  wrong: FieldErrors,
  suggestions: ReadonlyMap<string, string>,
  properties: Properties,
): string {
  const describe = `describe_operation ${JSON.stringify({ operation: operation.name })}`;
  const isRead = operation.effect === 'read';
  const fixed: Record<string, unknown> = {};
  const inBody: Record<string, unknown> = {};
  let same = true;
  for (const [name, value] of Object.entries(args)) {
    const schema = own(properties, name);
    const suggestion = schema ? undefined : suggestions.get(name);
    const repair = schema && isWrong(name, wrong) ? repaired(value, schema) : literalIfShort(value);
    // The fields of an undocumented body are unknown.
    if (repair === undefined && name === 'body') return describe;
    const right = repair === undefined && !isRead ? blank(suggestion ?? name, schema) : repair;
    if (right !== value) same = false;
    if (schema) {
      if (right !== undefined) fixed[name] = right;
    } else if (suggestion && !Object.hasOwn(args, suggestion)) fixed[suggestion] = right;
    else if (operation.open && !suggestion && own(operation.retired, name) === undefined) inBody[name] = right;
    else if (isRead) same = false;
    // Without this argument the call would affect more than its caller intended.
    else return describe;
  }
  if (Object.keys(inBody).length > 0) fixed['body'] = { ...(isFields(fixed['body']) ? fixed['body'] : {}), ...inBody };
  const whole = { ...blanks(operation, wrong, properties), ...fixed };
  const adds = Object.keys(whole).some((name) => !(name in fixed));
  if (operation.effect === 'paid' && (!same || adds)) return describe;
  // Do not propose the call that was just refused.
  const isMoved = Object.keys(inBody).length > 0 || Object.keys(fixed).some((name) => !Object.hasOwn(args, name));
  if (same && !adds && !isMoved) return describe;
  const call = formatCall(operation, whole);
  return call.length <= 180 && unfilled(whole).length <= 3 ? call : describe;
}

/** Whether there is an error at an argument or at one of its parts. */
const isWrong = (name: string, wrong: FieldErrors): boolean =>
  Object.keys(wrong).some((field) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`));

/** What the operation requires, and what was missed, to be filled in. For a read, with values where the declaration has them. */
function blanks(operation: Operation, wrong: FieldErrors, properties: Properties): Record<string, unknown> {
  const missed = Object.keys(wrong).filter((name) => own(properties, name) !== undefined);
  const example = exampleArguments(operation);
  return Object.fromEntries(
    [...Object.keys(example), ...missed].map((name) => {
      const schema = properties[name] ?? {};
      const isStated = schema.enum !== undefined || schema.const !== undefined || schema.default !== undefined;
      return [name, operation.effect === 'read' && isStated ? example[name] : blank(name, schema)];
    }),
  );
}

/** A placeholder for a value that the caller has to fill in. Sent unchanged, it is refused. */
const blank = (name: string, schema: JsonSchema | undefined): unknown =>
  schema?.type === 'array' ? [placeholder(name)] : placeholder(name);

/** An own property: models may use any argument name, even `constructor`. */
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** The nearest number within the bounds, which have a minimum; undefined for anything but a number with bounds. */
function repaired(value: unknown, { minimum, maximum = Infinity }: JsonSchema): number | undefined {
  if (typeof value !== 'number' || minimum === undefined) return undefined;
  return Math.round(Math.min(Math.max(value, minimum), maximum));
}

/** The value as a literal; undefined if it is too long to repeat, since a shortened text would be a different value. */
const literalIfShort = (value: unknown): unknown =>
  typeof value === 'string' && value.length > 60 ? undefined : value;
