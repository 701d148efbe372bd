import * as z from 'zod';
import { idText } from '../vocabulary/id-text.ts';
import type { Operation } from '../vocabulary/index.ts';

/** The part of JSON Schema (draft 2020-12) that zod writes for the catalog. */
export interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
}

/** The types of an id whose type the contract does not state. Its pattern tells a caller nothing. */
export const anyIdTypes: readonly string[] = ['integer', 'string'];

const schemas = new WeakMap<z.ZodObject, JsonSchema>();

/** An operation's arguments as JSON Schema. */
export const inputSchemaOf = ({ input }: Pick<Operation, 'input'>): JsonSchema => jsonSchemaOf(input);

/** Declared arguments as JSON Schema, without redundant keys. Built once for each declaration. */
export function jsonSchemaOf(declared: z.ZodObject): JsonSchema {
  const cached = schemas.get(declared);
  if (cached) return cached;
  const schema = plainSchema(declared, 'input');
  schemas.set(declared, schema);
  return schema;
}

/** The schema of the value at a path such as `['prompts', 0, 'text']`. */
export function schemaAt(schema: JsonSchema, path: readonly PropertyKey[]): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) return schema;
  const below = (one: JsonSchema): JsonSchema | undefined =>
    typeof step === 'number' ? one.items : one.properties?.[String(step)];
  const inner = [schema, ...(schema.anyOf ?? [])].map(below).find((one) => one !== undefined);
  return inner ? schemaAt(inner, rest) : {};
}

/** A declaration as JSON Schema, without keys that do not help a reader. */
export const plainSchema = (declared: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  plain(z.toJSONSchema(declared, { io, unrepresentable: 'any' })) as JsonSchema;

/** Keys that cost tokens and tell a caller nothing: strictness is checked anyway, and formats imply their patterns. */
function plain(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plain);
  if (typeof node !== 'object' || node === null) return node;
  const meaningful = Object.entries(node).filter(([name, value]) => !isNoise(name, value, node as JsonSchema));
  return merged(
    Object.fromEntries(
      meaningful.map(([name, value]) => [name, name === 'properties' ? eachPlain(value) : plain(value)]),
    ),
  );
}

const eachPlain = (properties: unknown): unknown =>
  Object.fromEntries(Object.entries(properties as object).map(([name, schema]) => [name, plain(schema)]));

function isNoise(name: string, value: unknown, { format }: JsonSchema): boolean {
  if (name === '$schema' || name === 'additionalProperties' || name === 'propertyNames') return true;
  if (name === 'pattern') return format !== undefined;
  if (name === 'minLength') return value === 1;
  if (name === 'exclusiveMinimum') return value === 0;
  if (name === 'maximum' || name === 'minimum') return Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
  return false;
}

/** `anyOf` of a type and null, or of an id, as a list of types: a third of the tokens, and supported by more hosts. */
function merged(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (anyOf?.length !== 2) return schema;
  if (anyOf[0]?.type === 'integer' && anyOf[1]?.pattern === idText.source) return { ...rest, type: anyIdTypes };
  const other = anyOf.find(({ type }) => type !== 'null');
  if (!other?.type || other.enum || !anyOf.some(({ type }) => type === 'null')) return schema;
  return { ...other, ...rest, type: [other.type, 'null'].flat() };
}
