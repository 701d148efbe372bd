import type { Arguments } from '../../catalog/operation.ts';
import { argumentBounds, boundedArguments } from '../../client/request/bounded-arguments.ts';
import { VisibilityError } from '../../client/errors/visibility-error.ts';
import { jsonLimitExceeded } from '../../json/json-limits.ts';
import { fieldsComplaint } from '../projection/pick-fields.ts';
import { didYouMean } from '../../text/nearest.ts';
import { isFields } from '../../json/is-fields.ts';
import { parseJson } from '../../json/parse-json.ts';

/** The JSON Schema of a tool's own arguments: the small part of the language that every host understands. */
export type Property =
  | {
      readonly type: 'string';
      readonly enum?: readonly string[] | undefined;
      readonly description?: string | undefined;
    }
  | {
      readonly type: 'integer';
      readonly minimum: number;
      readonly maximum?: number | undefined;
      readonly description?: string | undefined;
    }
  | { readonly type: 'boolean'; readonly description?: string | undefined }
  | {
      readonly type: 'object';
      readonly properties?: Readonly<Record<string, Property>> | undefined;
      readonly required?: readonly string[] | undefined;
      readonly description?: string | undefined;
    }
  | {
      readonly type: 'array';
      readonly items: Property;
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
      readonly description?: string | undefined;
    };

/** An argument that takes a text or a list of texts. */
interface TextOrTexts {
  readonly type: readonly ['string', 'array'];
  readonly items: { readonly type: 'string' };
  readonly maxItems: number;
  readonly description?: string | undefined;
}

/** An argument that takes a text or an object. */
interface TextOrRecord {
  readonly type: readonly ['string', 'object'];
  readonly description?: string | undefined;
}

export interface ArgumentsSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Property | TextOrTexts | TextOrRecord>>;
  readonly required?: readonly string[] | undefined;
}

type Value<P> = P extends { type: 'string'; enum: readonly (infer E)[] }
  ? E
  : P extends { type: 'string' }
    ? string
    : P extends { type: 'integer' }
      ? number
      : P extends { type: 'boolean' }
        ? boolean
        : P extends { type: readonly ['string', 'object'] }
          ? string | Record<string, unknown>
          : P extends { items: infer I }
            ? P extends { type: 'array' }
              ? Value<I>[]
              : Value<I> | Value<I>[]
            : Record<string, unknown>;

type Needed<S> = S extends { required: readonly (infer N)[] } ? N : never;

/** The type of the arguments that a schema describes. */
export type Read<S extends ArgumentsSchema> = {
  readonly [K in keyof S['properties'] as K extends Needed<S> ? K : never]: Value<S['properties'][K]>;
} & {
  readonly [K in keyof S['properties'] as K extends Needed<S> ? never : K]?: Value<S['properties'][K]>;
};

/**
 * Reads the arguments of a tool: converts them to the types of its schema and checks them. Models write numbers as text, objects
 * and lists as JSON, a single value instead of a list, and names in capitals. All of these are accepted, and only here. Reading the
 * result again returns it unchanged.
 *
 * @throws VisibilityError `invalid_arguments`, naming tool, field, rule and the argument probably meant.
 */
export function readArguments<const S extends ArgumentsSchema>(tool: string, schema: S, values: Arguments): Read<S> {
  const problems = new Map<string, string>();
  for (const name of Object.keys(values).filter((one) => !Object.hasOwn(schema.properties, one)))
    problems.set(name, unknownArgument(name, Object.keys(schema.properties)));
  const args = readAll(tool, schema, values, problems);
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(args, name) && !problems.has(name)) problems.set(name, 'is required');
  if (problems.size > 0) throw createArgumentError(tool, problems);
  return args as Read<S>;
}

/**
 * Reads only the arguments that `properties` describes. The others are returned unchanged.
 *
 * @throws VisibilityError `invalid_arguments`
 */
export function takeArguments<const P extends Readonly<Record<string, Property>>>(
  tool: string,
  properties: Partial<P>,
  values: Arguments,
): { readonly own: Read<{ type: 'object'; properties: P }>; readonly rest: Arguments } {
  const problems = new Map<string, string>();
  const own = readAll(tool, { type: 'object', properties: properties as P }, values, problems);
  if (problems.size > 0) throw createArgumentError(tool, problems);
  const rest = Object.entries(values).filter(([name]) => !Object.hasOwn(properties, name));
  return { own: own as Read<{ type: 'object'; properties: P }>, rest: Object.fromEntries(rest) };
}

/**
 * Parses the arguments of a tool call into an object; they may be JSON in a text. The size of arguments is checked here and nowhere else.
 *
 * @throws VisibilityError `invalid_arguments`
 */
export function boundedObject(tool: string, args: unknown): Arguments {
  const values = parsedBy(tool, () => undefined)(args ?? {});
  if (!isFields(values)) throw createArgumentError(tool, new Map([['arguments', 'must be an object']]));
  boundedArguments(tool, values);
  return values;
}

/** Parses a text that holds JSON, within limits on its length and on the result. Any other value is returned unchanged. */
const parsedBy =
  (tool: string, bounds: (json: unknown) => void) =>
  (value: unknown): unknown => {
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
    const exceeded = jsonLimitExceeded(Buffer.from(value), Infinity, Infinity);
    if (exceeded !== undefined) throw createArgumentError(tool, new Map([['JSON in a text', `has ${exceeded}`]]));
    let json: unknown;
    try {
      json = parseJson(value);
    } catch {
      return value;
    }
    bounds(json);
    return json;
  };

/** Reads the arguments that the call has. Errors are added to `problems` under the argument's name. */
function readAll(
  tool: string,
  { properties }: ArgumentsSchema,
  values: Arguments,
  problems: Map<string, string>,
): Record<string, unknown> {
  // One limit for all JSON texts of the call together.
  const parsed = parsedBy(tool, argumentBounds(tool));

  /** The type to read a value as, if the schema allows a text and another type: the other type if the value has it, also as JSON; otherwise a text. */
  const singleOf = (property: TextOrTexts | TextOrRecord, value: unknown): Property => {
    const json = parsed(value);
    if (!('items' in property)) return { type: isFields(json) ? 'object' : 'string' };
    const { items, maxItems } = property;
    return Array.isArray(json) ? { type: 'array', items, minItems: 1, maxItems } : items;
  };

  const listed = (value: unknown): unknown[] => {
    const list = parsed(value);
    if (Array.isArray(list)) return list;
    return typeof list === 'string' && list.includes(',') && !list.includes('://')
      ? list.split(',').map((one) => one.trim())
      : [list];
  };

  const coerce = (property: Property, value: unknown): unknown => {
    switch (property.type) {
      case 'string':
        return property.enum ? memberOf(property.enum, value) : typeof value === 'number' ? String(value) : value;
      case 'integer':
        return typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
      case 'boolean':
        return typeof value === 'string' ? (flags.get(plain(value)) ?? value) : value;
      case 'object':
        return property.properties ? withinObject(property.properties, parsed(value)) : parsed(value);
      case 'array':
        return listed(value).map((one) => coerce(property.items, one));
    }
  };

  const withinObject = (properties: Readonly<Record<string, Property>>, value: unknown): unknown =>
    isFields(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => {
            const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
            return [name, property && one !== null ? coerce(property, one) : one];
          }),
        )
      : value;

  const args: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === null) continue;
    const single = isEither(property) ? singleOf(property, value) : property;
    const coerced = coerce(single, value);
    // In every tool, `fields` names the parts of the result to show.
    const wrong = complaint(single, coerced) ?? (name === 'fields' ? fieldsComplaint(coerced as string[]) : undefined);
    if (wrong) problems.set(name, wrong);
    else args[name] = coerced;
  }
  return args;
}

const isEither = (property: Property | TextOrTexts | TextOrRecord): property is TextOrTexts | TextOrRecord =>
  Array.isArray(property.type);

/** The choice that a text means, ignoring case and surrounding spaces; any other value is returned unchanged. */
const memberOf = (choices: readonly string[], value: unknown): unknown =>
  typeof value === 'string' ? (choices.find((choice) => plain(choice) === plain(value)) ?? value) : value;

const flags: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

const plain = (text: string): string => text.trim().toLowerCase();

const unknownArgument = (name: string, names: readonly string[]): string =>
  `is not an argument${didYouMean(name, names, `; there are ${names.join(', ') || 'none'}`)}`;

const createArgumentError = (tool: string, problems: ReadonlyMap<string, string>): VisibilityError =>
  new VisibilityError(
    'invalid_arguments',
    `${tool}: ${[...problems].map(([name, wrong]) => `${name} ${wrong}`).join('; ')}`,
    {
      outcome: 'not_sent',
      fields: Object.fromEntries([...problems].map(([name, wrong]) => [name, [wrong]])),
    },
  );

function complaint(property: Property, value: unknown): string | undefined {
  switch (property.type) {
    case 'string':
      if (typeof value !== 'string' || value.trim() === '') return 'must be text';
      return property.enum && !property.enum.includes(value)
        ? notAmong(property.enum, property.description)
        : undefined;
    case 'integer':
      return integerComplaint(property, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'object':
      return isFields(value) ? fieldComplaint(property, value) : 'must be an object';
    case 'array':
      return listComplaint(property, value as unknown[]);
  }
}

const notAmong = (choices: readonly string[], description: string | undefined): string =>
  `must be one of ${choices.join(', ')}${description === undefined ? '' : `; ${description}`}`;

function fieldComplaint(
  { properties = {}, required = [] }: Property & { type: 'object' },
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  const lacking = required.find((name) => value[name] === undefined || value[name] === null);
  if (lacking !== undefined) return `needs ${lacking}`;
  for (const [name, property] of Object.entries(properties)) {
    const field = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
    const wrong = field === undefined ? undefined : complaint(property, field);
    if (wrong) return `has ${name} that ${wrong}`;
  }
  return undefined;
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

function integerComplaint(
  { minimum, maximum = Infinity }: Property & { type: 'integer' },
  value: unknown,
): string | undefined {
  if (Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum) return undefined;
  return `must be a whole number ${maximum === Infinity ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`}`;
}
