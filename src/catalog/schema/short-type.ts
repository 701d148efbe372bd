import { anyIdTypes, type JsonSchema } from './json-schema.ts';

/**
 * A schema in the notation of `callLine`: `int 1..50`, `text[] ≤10`, `active|paused`, `{url: url, title?: text}`. A type that JSON Schema
 * does not have, such as the name of an operation, is shown as it is.
 */
export function shortType(schema: JsonSchema): string {
  const { enum: choices, const: only, anyOf, type } = schema;
  if (choices) return choices.map(String).join('|');
  if (only !== undefined) return JSON.stringify(only);
  if (anyOf) return anyOfType(anyOf);
  if (Array.isArray(type) && anyIdTypes.every((one) => type.includes(one)))
    return type.includes('null') ? 'id|null' : 'id';
  if (Array.isArray(type)) return unique(type.map((one: string) => shortType({ ...schema, type: one }))).join('|');
  if (type === 'array') return `${elementType(schema.items ?? {})}[]${range(schema.minItems, schema.maxItems, 1)}`;
  if (type === 'object') return objectType(schema);
  if (type === 'string') return textType(schema);
  return `${type === undefined ? 'any' : (plainTypes[String(type)] ?? String(type))}${range(schema.minimum ?? above(schema), schema.maximum, 1)}`;
}

const plainTypes: Readonly<Record<string, string>> = {
  integer: 'int',
  boolean: 'bool',
};

/** The type of alternatives. A path or an object with content is a `file`; of a date with or without a time, only the date is named. */
function anyOfType(anyOf: readonly JsonSchema[]): string {
  if (anyOf.some(({ properties }) => properties && 'content' in properties && 'name' in properties)) return 'file';
  const types = unique(anyOf.map(shortType));
  return types.includes('date') ? types.filter((type) => type !== 'timestamp').join('|') : types.join('|');
}

function textType({ format, pattern, description, minLength, maxLength }: JsonSchema): string {
  if (format !== undefined) return formats[format] ?? format;
  if (description?.startsWith('Domain')) return 'domain';
  const [, sample] = /such as (\S+?)[,;)]?$/.exec(description ?? '') ?? [];
  const long = maxLength !== undefined && maxLength > maxShownLength;
  const form =
    pattern === undefined || description === undefined ? '' : sample ? ` like ${sample}` : ` (${description})`;
  return `text${form}${range(minLength, long ? undefined : maxLength, 1)}`;
}

/** Maximum lengths above this are not shown, since nobody exceeds them by chance. `describe_operation` states them all. */
const maxShownLength = 1_000;

const formats: Readonly<Record<string, string>> = { uri: 'url', 'date-time': 'timestamp' };

function elementType(items: JsonSchema): string {
  const type = shortType(items);
  return /[| ]/.test(type) && !type.startsWith('{') ? `(${type})` : type;
}

function objectType({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${shortType(schema)}`,
  );
  return fields.length > 0 ? `{${fields.join(', ')}}` : '{…}';
}

const above = ({ exclusiveMinimum }: JsonSchema): number | undefined =>
  exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1;

/** Bounds as ` 1..50`, ` ≥5` or ` ≤50`. A lower bound of `usual` or less is not shown. */
function range(min: number | undefined, max: number | undefined, usual: number): string {
  const low = min !== undefined && (min > usual || (max !== undefined && min === usual)) ? min : undefined;
  if (max === undefined) return low === undefined ? '' : ` ≥${low}`;
  return min === undefined ? ` ≤${max}` : ` ${min}..${max}`;
}

const unique = (types: readonly string[]): string[] => [...new Set(types)];
