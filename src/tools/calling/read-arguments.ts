import { VisibilityError } from '../../client/errors/visibility-error.ts';
import { nearest } from '../../nearest.ts';

/** The JSON Schema of a tool's own arguments: the small part of the language that every host understands. */
export type Property =
  | { readonly type: 'string'; readonly enum?: readonly string[]; readonly description?: string }
  | { readonly type: 'integer'; readonly minimum?: number; readonly maximum?: number; readonly description?: string }
  | { readonly type: 'boolean'; readonly description?: string }
  | {
      readonly type: 'object';
      readonly properties?: Readonly<Record<string, Property>>;
      readonly required?: readonly string[];
      readonly description?: string;
    }
  | {
      readonly type: 'array';
      readonly items: Property;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly description?: string;
    };

/** One text, or a list of them. */
interface TextOrTexts {
  readonly type: readonly ['string', 'array'];
  readonly items: { readonly type: 'string' };
  readonly maxItems: number;
  readonly description?: string;
}

export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Property | TextOrTexts>>;
  readonly required?: readonly string[];
}

type Value<P> = P extends { type: 'string'; enum: readonly (infer E)[] }
  ? E
  : P extends { type: 'string' }
    ? string
    : P extends { type: 'integer' }
      ? number
      : P extends { type: 'boolean' }
        ? boolean
        : P extends { items: infer I }
          ? P extends { type: 'array' }
            ? Value<I>[]
            : Value<I> | Value<I>[]
          : Record<string, unknown>;

type Needed<S> = S extends { required: readonly (infer N)[] } ? N : never;

/** The arguments a schema describes. */
export type Read<S extends ArgumentsSchema> = {
  readonly [K in keyof S['properties'] as K extends Needed<S> ? K : never]: Value<S['properties'][K]>;
} & {
  readonly [K in keyof S['properties'] as K extends Needed<S> ? never : K]?: Value<S['properties'][K]>;
};

/**
 * A tool's own arguments, checked against its schema. Models write numbers as text, objects as JSON and
 * one value where a list is meant: what can be read that way is.
 * @throws VisibilityError `invalid_arguments`, naming tool, field, rule and the argument probably meant.
 */
export function readArguments<const S extends ArgumentsSchema>(tool: string, schema: S, given: unknown): Read<S> {
  const values = record(parsed(given ?? {}));
  if (!values) throw createArgumentError(tool, { arguments: 'must be an object' });
  const problems: Record<string, string> = {};
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!property) {
      problems[name] = unknownArgument(name, Object.keys(schema.properties));
      continue;
    }
    const single = isTextOrTexts(property) ? singleOf(property, value) : property;
    const taken = coerce(single, value);
    const wrong = complaint(single, taken);
    if (wrong) problems[name] = wrong;
    else read[name] = taken;
  }
  for (const name of schema.required ?? []) {
    if (!(name in read) && !(name in problems)) problems[name] = 'is required';
  }
  if (Object.keys(problems).length > 0) throw createArgumentError(tool, problems);
  return read as Read<S>;
}

const isTextOrTexts = (property: Property | TextOrTexts): property is TextOrTexts => Array.isArray(property.type);

/** As what a value is read where a text or a list may stand: a list only where one is given, also as JSON. */
function singleOf({ items, maxItems }: TextOrTexts, value: unknown): Property {
  return Array.isArray(parsed(value)) ? { type: 'array', items, minItems: 1, maxItems } : items;
}

function unknownArgument(name: string, names: readonly string[]): string {
  const [meant] = nearest(name, names, 1);
  return meant
    ? `is not an argument; did you mean ${meant}?`
    : `is not an argument; there are ${names.join(', ') || 'none'}`;
}

const createArgumentError = (tool: string, problems: Record<string, string>): VisibilityError =>
  new VisibilityError(
    'invalid_arguments',
    `${tool}: ${Object.entries(problems)
      .map(([name, wrong]) => `${name} ${wrong}`)
      .join('; ')}`,
    {
      outcome: 'not_sent',
      fields: Object.fromEntries(Object.entries(problems).map(([name, wrong]) => [name, [wrong]])),
    },
  );

function coerce(property: Property, value: unknown): unknown {
  switch (property.type) {
    case 'string':
      return typeof value === 'number' ? String(value) : value;
    case 'integer':
      return typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'object':
      return parsed(value);
    case 'array':
      return listed(value).map((one) => coerce(property.items, one));
  }
}

function complaint(property: Property, value: unknown): string | undefined {
  switch (property.type) {
    case 'string':
      if (typeof value !== 'string' || value.trim() === '') return 'must be text';
      return property.enum && !property.enum.includes(value) ? `must be one of ${property.enum.join(', ')}` : undefined;
    case 'integer':
      return Number.isSafeInteger(value) && within(property, value as number)
        ? undefined
        : `must be a whole number${bounds(property)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'object':
      return record(value) ? undefined : 'must be an object';
    case 'array':
      return listComplaint(property, value as unknown[]);
  }
}

function listComplaint(property: Property & { type: 'array' }, values: readonly unknown[]): string | undefined {
  const { minItems = 0, maxItems = Infinity } = property;
  if (values.length < minItems) return `needs at least ${minItems}`;
  if (values.length > maxItems) return `takes at most ${maxItems}`;
  for (const value of values) {
    const wrong = complaint(property.items, value);
    if (wrong) return `: each ${wrong}`;
  }
  return undefined;
}

const within = (
  { minimum = -Infinity, maximum = Infinity }: { minimum?: number; maximum?: number },
  value: number,
): boolean => value >= minimum && value <= maximum;

function bounds({ minimum, maximum }: { minimum?: number; maximum?: number }): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function listed(value: unknown): unknown[] {
  const list = parsed(value);
  if (Array.isArray(list)) return list;
  return typeof list === 'string' && list.includes(',') && !list.includes('://')
    ? list.split(',').map((one) => one.trim())
    : [list];
}

/** JSON given as text, parsed; anything else as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
