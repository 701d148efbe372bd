import { anyIdTypes, type JsonSchema } from './json-schema.ts';

/**
 * A schema in the notation of `callLine`: `int 1..50`, `text[] ≤10`, `active|paused`, `{url: url, title?: text}`. A type that
 * JSON Schema does not have, such as the name of an operation, is shown unchanged.
 * @param maxLengthShown larger maximum lengths of texts are not shown, since nobody exceeds them by accident
 */
export function shortType(schema: JsonSchema, maxLengthShown = 1_000): string {
  const typeOf = (one: JsonSchema): string => shortType(one, maxLengthShown);
  const { enum: choices, const: only, anyOf, type } = schema;
  if (choices) return choices.map(String).join('|');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return anyOfType(anyOf, typeOf);
  if (Array.isArray(type) && anyIdTypes.every((one) => type.includes(one)))
    return type.includes('null') ? 'id|null' : 'id';
  if (Array.isArray(type)) return unique(type.map((one: string) => typeOf({ ...schema, type: one }))).join('|');
  if (type === 'array') return `${elementType(typeOf(schema.items ?? {}))}[]${range(schema.minItems, schema.maxItems)}`;
  if (type === 'object') return objectType(schema, typeOf);
  if (type === 'string') return textType(schema, maxLengthShown);
  return `${type === undefined ? 'any' : (plainTypes[String(type)] ?? String(type))}${range(schema.minimum ?? above(schema), schema.maximum)}`;
}

/** The type of a value if it says more than its kind (bounds or a format). Otherwise empty. */
export function boundsOf(schema: JsonSchema): string {
  if (schema.enum) return '';
  const type = shortType({ ...schema, description: undefined }, Infinity);
  return /\d/.test(type) || schema.format !== undefined ? type : '';
}

const plainTypes: Readonly<Record<string, string>> = {
  integer: 'int',
  boolean: 'bool',
};

/** The type of alternatives, in short: `file` for a path or content, a date for a date with or without a time. */
function anyOfType(anyOf: readonly JsonSchema[], typeOf: (schema: JsonSchema) => string): string {
  if (anyOf.some(({ properties }) => properties && 'content' in properties && 'name' in properties)) return 'file';
  const types = unique(anyOf.map(typeOf));
  return types.includes('date') ? types.filter((type) => type !== 'timestamp').join('|') : types.join('|');
}

function textType({ format, pattern, description, minLength, maxLength }: JsonSchema, maxLengthShown: number): string {
  if (format !== undefined) return formats[format] ?? format;
  if (description?.startsWith('Domain')) return 'domain';
  const [, sample] = /such as (\S+?)[,;)]?$/.exec(description ?? '') ?? [];
  const long = maxLength !== undefined && maxLength > maxLengthShown;
  const form =
    pattern === undefined || description === undefined ? '' : sample ? ` like ${sample}` : ` (${description})`;
  return `text${form}${range(minLength, long ? undefined : maxLength)}`;
}

const formats: Readonly<Record<string, string>> = { uri: 'url', 'date-time': 'timestamp' };

const elementType = (type: string): string => (/[| ]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

function objectType({ properties = {}, required = [] }: JsonSchema, typeOf: (schema: JsonSchema) => string): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return fields.length > 0 ? `{${fields.join(', ')}}` : '{…}';
}

const above = ({ exclusiveMinimum }: JsonSchema): number | undefined =>
  exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1;

/** Bounds as ` 1..50`, ` ≥5` or ` ≤50`. A lower bound of 0 or 1 is not shown alone. */
function range(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return min === undefined || min <= 1 ? '' : ` ≥${min}`;
  return min === undefined ? ` ≤${max}` : ` ${min}..${max}`;
}

const unique = (types: readonly string[]): string[] => [...new Set(types)];
