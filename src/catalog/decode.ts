import * as z from 'zod';
import { isFields } from './is-fields.ts';

/**
 * Reads text forms into the declared types: `"12"` where a number is declared, `"true"`, `"1"` or `1` where
 * a flag is, one value where a list is. Query strings need it, and models write numbers as text.
 * What does not fit is left as it is, for validation to refuse.
 */
export function decode(schema: z.ZodType, value: unknown): unknown {
  const type = unwrap(schema);
  if (type instanceof z.ZodObject && isFields(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, decodeField(type, name, field)]));
  }
  if (type instanceof z.ZodArray)
    return (Array.isArray(value) ? value : fromList(value)).map((one) => decode(type.element as z.ZodType, one));
  if (type instanceof z.ZodNumber && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (type instanceof z.ZodBoolean && (typeof value === 'string' || typeof value === 'number'))
    return flags.get(String(value)) ?? value;
  if (type instanceof z.ZodLiteral)
    return [...type.values].find((one) => String(one) === value || (one === 1 && String(value) === 'true')) ?? value;
  if (type instanceof z.ZodUnion) return decodeUnion(type, value);
  return value;
}

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const fromList = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

function decodeField(type: z.ZodObject, name: string, field: unknown): unknown {
  const declared = Object.hasOwn(type.shape, name) ? type.shape[name] : undefined;
  return declared ? decode(declared as z.ZodType, field) : field;
}

function decodeUnion(type: z.ZodUnion, value: unknown): unknown {
  for (const option of type.options as z.ZodType[]) {
    const read = decode(option, value);
    if (option.safeParse(read).success) return read;
  }
  return value;
}

/** The type below `optional`, `nullable` and `default`. */
function unwrap(schema: z.ZodType): z.ZodType {
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault) {
    type = type.unwrap() as z.ZodType;
  }
  return type;
}
