import type * as z from 'zod';
import { jsonSchemaOf, type JsonSchema } from '../../catalog/schema/json-schema.ts';
import { definedFields } from '../../base/json/defined-fields.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** The JSON Schema of a tool's arguments. Of a union it shows the first alternative, since hosts accept one type. */
export function toolSchemaOf(declared: z.ZodObject): JsonSchema {
  const { properties = {}, ...schema } = jsonSchemaOf(declared);
  return { ...schema, properties: eachOf(properties, ({ anyOf, ...rest }) => ({ ...anyOf?.[0], ...rest })) };
}

/**
 * The schema with a single word for each `type`, without `const`, and without formats other than `date-time`: Gemini's hosts accept nothing
 * else, and one schema that they refuse ends every turn. The description names such a format.
 */
export function withSingleTypes(schema: JsonSchema): JsonSchema {
  const { type, properties, items, anyOf, const: single, format, ...rest } = schema;
  const types = [type].flat().filter((one) => one !== 'null');
  const options = anyOf?.filter((one) => one.type !== 'null').map(withSingleTypes);
  const isKnown = format === 'date-time';
  const [only] = options?.length === 1 ? options : [];
  const own = definedFields({
    ...rest,
    enum: typeof single === 'string' ? [single] : rest.enum,
    format: isKnown ? format : undefined,
    description: [rest.description, isKnown ? undefined : format].filter(Boolean).join('; ') || undefined,
  });
  return definedFields({
    ...only,
    ...own,
    type: only ? only.type : types.includes('string') ? 'string' : types[0],
    properties: properties && eachOf(properties, withSingleTypes),
    items: items && withSingleTypes(items),
    anyOf: only ? undefined : options,
  });
}

const eachOf = (properties: Properties, change: (schema: JsonSchema) => JsonSchema): Properties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
