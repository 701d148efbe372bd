import * as z from 'zod';
import { isAnyId, isUnshown } from '../operation.ts';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type Schema = Readonly<Record<string, unknown>>;

/** `input`: as a caller writes it, defaults left out; `output`: as it is answered. */
export function schemaOf(type: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (isAnyId(zodSchema) || (zodSchema instanceof z.ZodNullable && isAnyId(zodSchema.unwrap())))
        joinTypes(jsonSchema);
      dropSafeIntegerBounds(jsonSchema);
      if (isUnshown(zodSchema)) unconstrain(jsonSchema);
    },
  });
  return schema;
}

/** What the contract does not show constrains nobody: the document names the field and nothing else. */
function unconstrain(schema: z.core.JSONSchema.BaseSchema): void {
  for (const key of Object.keys(schema)) if (key !== 'description') delete schema[key];
}

/** The types of an id as one list: checkers read the texts of addresses and forms into such types, but not into those of `anyOf`. */
function joinTypes(schema: z.core.JSONSchema.BaseSchema): void {
  const { anyOf = [], ...rest } = schema;
  const options = anyOf.flatMap((one): readonly object[] => one.anyOf ?? [one]);
  delete schema.anyOf;
  Object.assign(schema, ...options, rest, { type: options.flatMap((one) => (one as Schema)['type']) });
}

/** Drops the bounds of safe integers: they are JavaScript's, and say nothing about the platform. */
function dropSafeIntegerBounds(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
}
