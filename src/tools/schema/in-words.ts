import type { JsonSchema } from '../../catalog/schema/json-schema.ts';

/** A type in a word or two: `integer`, `list of text`, `one of a, b`. */
export function typeInWords(schema: JsonSchema): string {
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`;
  if (schema.const !== undefined) return `only ${JSON.stringify(schema.const)}`;
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeInWords))].join(' or ');
  if (schema.type === 'array') return `list of ${schema.items ? typeInWords(schema.items) : 'anything'}`;
  if (schema.type === 'object' && schema.properties) return objectInWords(schema);
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeInWords({ ...schema, type })).join(' or ');
  if (schema.type === 'string') return formats[schema.format ?? ''] ?? 'text';
  return (schema.type as string | undefined) ?? 'anything';
}

/** What a value has to keep to, in words: `1 to 50`, `at most 500 items`. Empty where there is nothing to say. */
export function constraintsInWords(schema: JsonSchema): string {
  const inner = schema.type === 'array' && schema.items ? constraintsInWords(schema.items) : '';
  return [
    between(schema.minimum ?? above(schema), schema.maximum, ''),
    between(schema.minLength, schema.maxLength, ' characters'),
    between(
      schema.minItems === 1 && schema.maxItems !== undefined ? 1 : lowerBoundIfSeveral(schema.minItems),
      schema.maxItems,
      ' items',
    ),
    inner && `each ${inner}`,
  ]
    .filter(Boolean)
    .join('; ');
}

const formats: Readonly<Record<string, string>> = {
  uri: 'URL',
  email: 'e-mail address',
  'date-time': 'timestamp',
  date: 'date',
};

function objectInWords({ properties = {}, required = [] }: JsonSchema): string {
  return `{${Object.entries(properties)
    .map(([name, schema]) => `${name}${required.includes(name) ? '' : '?'}: ${typeInWords(schema)}`)
    .join(', ')}}`;
}

const above = ({ exclusiveMinimum }: JsonSchema): number | undefined =>
  exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1;

const lowerBoundIfSeveral = (min: number | undefined): number | undefined =>
  min === undefined || min < 2 ? undefined : min;

function between(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined) return max === undefined ? '' : `at most ${max}${unit}`;
  return max === undefined ? (min === 0 ? '' : `at least ${min}${unit}`) : `${min} to ${max}${unit}`;
}
