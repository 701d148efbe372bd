import * as z from 'zod';
import type { Shape } from '../vocabulary/index.ts';
import { boundsOf } from './short-type.ts';
import { type JsonSchema, plainSchema } from './json-schema.ts';

export interface Writing {
  /** Whether the type is written on one line, without doc comments. */
  readonly short?: boolean | undefined;
}

/** A schema of the catalog as JSON Schema: of arguments as a caller writes them, or of an answer. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  plainSchema(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));

/** The type of an answer's record. Fields that the contract promises are required; where it shows no field, any record. */
export const recordType = (shape: Shape, writing: Writing = {}): string =>
  Object.keys(shape).length === 0 ? anyRecord : typeText(schemaOf(z.looseObject(shape), 'output'), writing, '');

const anyRecord = 'Readonly<Record<string, unknown>>';

/** A JSON Schema as a TypeScript type. A type that JSON Schema does not have, such as the name of a type, is written as it is. */
export function typeText(schema: JsonSchema, writing: Writing, indent: string): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.anyOf) return unique(schema.anyOf.map((one) => typeText(one, writing, indent))).join(' | ');
  const types = Array.isArray(schema.type) ? (schema.type as readonly string[]) : [schema.type as string | undefined];
  return unique(types.map((type) => typeName(type, schema, writing, indent))).join(' | ');
}

function typeName(type: string | undefined, schema: JsonSchema, writing: Writing, indent: string): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array': {
      const element = typeText(schema.items ?? {}, writing, indent);
      return `readonly ${/ \| /.test(element) ? `(${element})` : element}[]`;
    }
    case 'object':
      return objectType(schema, writing, indent);
    default:
      return type ?? 'unknown';
  }
}

function objectType(
  { properties = {}, required = [] }: JsonSchema,
  { short = false }: Writing,
  indent: string,
): string {
  const names = Object.keys(properties);
  if (names.length === 0) return anyRecord;
  const inner = `${indent}  `;
  const fields = names.map((name) => {
    const schema = properties[name] ?? {};
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    const optional = required.includes(name) ? '' : '?';
    const type = typeText(schema, { short }, inner);
    if (short) return `${key}${optional}: ${type}`;
    return `${docComment(fieldNotes(schema), inner)}${inner}readonly ${key}${optional}: ${type};`;
  });
  return short ? `{${fields.join('; ')}}` : `{\n${fields.join('\n')}\n${indent}}`;
}

/** Facts beyond the type: the description, the bounds, the default. */
function fieldNotes(schema: JsonSchema): string[] {
  const preset = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [[schema.description, boundsOf(schema), preset].filter(Boolean).join('; ')].filter(Boolean);
}

/** A doc comment of these lines, or nothing where there is none. */
export function docComment(lines: readonly string[], indent: string): string {
  const safe = lines.map((line) => line.replaceAll('*/', '* /').replaceAll('\n', ' '));
  if (safe.length === 0) return '';
  if (safe.length === 1) return `${indent}/** ${safe[0]} */\n`;
  return `${indent}/**\n${safe.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

const unique = (types: readonly string[]): string[] => [...new Set(types)];
