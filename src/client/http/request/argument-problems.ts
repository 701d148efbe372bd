import type * as z from 'zod';
import { jsonSchemaOf, schemaAt, type JsonSchema } from '../../../catalog/schema/json-schema.ts';
import { shortType } from '../../../catalog/schema/short-type.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { nearest, similarity } from '../../../base/text/nearest.ts';
import type { FieldErrors } from '../../errors.ts';

/** What is wrong with an argument or a part of one. */
export interface ArgumentProblem {
  readonly path: readonly PropertyKey[];
  /** `empty`: `null` or an empty text, where the argument may be left out. */
  readonly kind: 'unknown' | 'missing' | 'empty' | 'invalid';
  /** Text that follows the name of the argument. */
  readonly rule: string;
  /** The argument or the choice that was probably meant. */
  readonly nearest?: string | undefined;
}

export interface Wording {
  /** The argument that an unknown name probably means, among all names. */
  readonly nearestName?: ((name: string, names: readonly string[]) => string | undefined) | undefined;
  /** What an argument means, if its type does not say it: the kind of its ids. */
  readonly typeOf?: ((name: string) => string | undefined) | undefined;
}

/**
 * What zod found wrong with arguments, in the notation of `callLine`: unknown names first, since a misspelt name is often the reason why
 * another argument is missing.
 * @param wording what is known of the arguments beyond their types
 */
export function argumentProblems(
  declared: z.ZodObject,
  values: Fields,
  { issues }: z.ZodError,
  { nearestName = similarName, typeOf = () => undefined }: Wording = {},
): ArgumentProblem[] {
  const schema = jsonSchemaOf(declared);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((name) => unknownName(name, issue.path, schemaAt(schema, issue.path), nearestName))
      : [],
  );
  const others = issues
    .filter(({ code }) => code !== 'unrecognized_keys')
    .map((issue) => innerIssue(issue))
    .map((issue) => problemOf(issue, schemaAt(schema, issue.path), valueAt(values, issue.path), declared, typeOf));
  return [...unknown, ...others];
}

/** For a union, the issue of the alternative whose type the value has; otherwise the issue itself. */
function innerIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || !issue.message.startsWith('Invalid')) return issue;
  const ofItsType = issue.errors.find((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  );
  const [inner] = ofItsType ?? [];
  return inner ? innerIssue({ ...inner, path: [...issue.path, ...inner.path] }) : issue;
}

/** The rules by the dotted path of their argument. */
export function fieldErrors(problems: readonly ArgumentProblem[]): FieldErrors {
  // No prototype, since a caller may pass an argument named `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  for (const { path, rule } of problems) (fields[path.map(String).join('.') || 'arguments'] ??= []).push(rule);
  return fields;
}

/** The name that is most similar. An id is not taken for one of another kind: what stands before `_id` decides. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const isSimilar = (other: string): boolean =>
    !(isIdName(name) || isIdName(other)) || similarity(kindIn(name), kindIn(other)) >= 0.5;
  return nearest(name, names).find(isSimilar);
}

const isIdName = (name: string): boolean => /(_id|Id)s?$/.test(name);

const kindIn = (name: string): string => name.replace(/(_id|Id)s?$/, '');

function unknownName(
  name: string,
  parent: readonly PropertyKey[],
  { properties = {} }: JsonSchema,
  nearestName: (name: string, names: readonly string[]) => string | undefined,
): ArgumentProblem {
  const names = Object.keys(properties);
  const suggestion = nearestName(name, names);
  const list = names.length === 0 ? '; there are none' : `; there are ${names.join(', ')}`;
  const hint = suggestion === undefined ? (list.length <= maxListLength ? list : '') : `; did you mean ${suggestion}?`;
  return { path: [...parent, name], kind: 'unknown', rule: `is not an argument${hint}`, nearest: suggestion };
}

/** Maximum characters of a list of all names. */
const maxListLength = 120;

function problemOf(
  issue: z.core.$ZodIssue,
  schema: JsonSchema,
  value: unknown,
  declared: z.ZodObject,
  typeOf: NonNullable<Wording['typeOf']>,
): ArgumentProblem {
  const { path } = issue;
  const known = path.length === 1 ? typeOf(String(path[0])) : undefined;
  const type = known ?? shortType(schema);
  if (value === undefined && issue.code === 'invalid_type')
    return { path, kind: 'missing', rule: `is required: ${described(type, schema)}` };
  const isEmpty = value === null || value === '';
  if (isEmpty && path.length === 1 && mayBeLeftOut(declared, path[0]))
    return { path, kind: 'empty', rule: `must be ${type}; leave it out where there is none` };
  if (value === '' || (Array.isArray(value) && value.length === 0 && issue.code === 'too_small'))
    return { path, kind: 'invalid', rule: `must not be empty: ${described(type, schema)}` };
  const [suggestion] =
    schema.enum && typeof value === 'string' ? nearest(value, schema.enum.map(String), 1) : [undefined];
  const meant = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
  return {
    path,
    kind: 'invalid',
    rule: `${known === undefined ? ruleOf(issue, schema, type, value) : `must be ${known}`}${meant}`,
    nearest: suggestion,
  };
}

const mayBeLeftOut = ({ shape }: z.ZodObject, name: PropertyKey | undefined): boolean =>
  Object.hasOwn(shape, String(name)) && (shape[String(name)] as z.ZodType).safeParse(undefined).success;

function ruleOf(issue: z.core.$ZodIssue, schema: JsonSchema, type: string, value: unknown): string {
  // The messages of declarations say the rule in words. Those of zod name the types of JavaScript.
  if (!/^(Invalid|Too|Expected)/.test(issue.message)) return described(issue.message, schema);
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && (schema.type === 'array' || schema.type === 'object'))
    return `must be ${type}, and this text is no JSON of that form`;
  const isText = schema.type === 'string';
  return `must be ${isText ? described(type, schema) : type}${boundOf(issue, type)}`;
}

/** A bound that the type omits, because it only matters once it is violated. */
function boundOf(issue: z.core.$ZodIssue, type: string): string {
  if (issue.code === 'too_big' && !type.includes(String(issue.maximum)))
    return `, at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code !== 'too_small' || type.includes(String(issue.minimum))) return '';
  return `, at least ${issue.inclusive === false ? Number(issue.minimum) + 1 : issue.minimum}${unitOf(issue.origin)}`;
}

const unitOf = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' ? ' items' : '');

const described = (text: string, { description }: JsonSchema): string =>
  description === undefined || text.includes(description) ? text : `${text}; ${description}`;

function valueAt(values: Fields, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      (isFields(value) || Array.isArray(value)) && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined,
    values,
  );
}
