import * as z from 'zod';
import { isFields } from '../base/json/is-fields.ts';
import { scalarText } from '../base/json/scalar-text.ts';
import { isAnyId } from './vocabulary/id.ts';

/**
 * Reads text forms into the declared types: `"12"` where a number is declared, `"true"`, `"1"` or `1` where a flag is, one
 * value where a list is. Query strings need it, and models write numbers as text. A value that does not fit is unchanged, for
 * validation to refuse.
 * @param ids how a text such as `"12"` is read if the contract states no type of an id: `written` keeps the text, for a
 * platform that may accept either; `number` makes it a number, like the ids of the embedded platform
 */
export function decode(schema: z.ZodType, value: unknown, ids: 'written' | 'number'): unknown {
  const type = innerType(schema);
  if (value === null) return value;
  if (type instanceof z.ZodObject && isFields(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, decodeField(type, name, field, ids)]),
    );
  }
  if (type instanceof z.ZodRecord && isFields(value)) {
    const element = type.valueType as z.ZodType;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, decode(element, one, ids)]));
  }
  if (type instanceof z.ZodArray)
    return (Array.isArray(value) ? value : fromList(value)).map((one) => decode(type.element as z.ZodType, one, ids));
  if (type instanceof z.ZodUnion) return decodeUnion(type, value, ids);
  return readScalar(type, value);
}

/** A text that is the number, flag or literal of the declared type; any other value unchanged. */
export function readScalar(type: z.ZodType, value: unknown): unknown {
  const text = typeof value === 'string' ? value.trim() : value;
  if (type instanceof z.ZodNumber && typeof text === 'string' && (type.isInt ? wholeNumber : decimal).test(text))
    return Number(text);
  if (type instanceof z.ZodBoolean && (typeof text === 'string' || typeof text === 'number'))
    return flags.get(String(text).toLowerCase()) ?? value;
  if (type instanceof z.ZodLiteral)
    return [...type.values].find((one) => String(one) === text || (one === 1 && scalarText(text) === 'true')) ?? value;
  return type instanceof z.ZodEnum || type instanceof z.ZodISODate || type instanceof z.ZodISODateTime ? text : value;
}

/** `900.0` is how some languages write a whole number. `1.000` is none, since it may mean a thousand. */
const wholeNumber = /^-?\d+(\.0{1,2})?$/;
const decimal = /^-?\d+(\.\d+)?$/;

type Ids = Parameters<typeof decode>[2];

const flags = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const fromList = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

function decodeField(type: z.ZodObject, name: string, field: unknown, ids: Ids): unknown {
  const declared = Object.hasOwn(type.shape, name) ? type.shape[name] : undefined;
  return declared ? decode(declared as z.ZodType, field, ids) : field;
}

/** A text is a number only in its normal notation: `0012` is another id than 12. */
function decodeUnion(type: z.ZodUnion, value: unknown, ids: Ids): unknown {
  if (ids === 'written' && isAnyId(type) && type.safeParse(value).success) return value;
  const readings = (type.options as z.ZodType[]).flatMap((option) => {
    const read = decode(option, value, ids);
    return option.safeParse(read).success ? [read] : [];
  });
  return readings.find((read) => typeof read !== 'number' || String(read) === String(value)) ?? readings[0] ?? value;
}

/** The type below `optional`, `nullable` and `default`. */
export function innerType(schema: z.ZodType): z.ZodType {
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault) {
    type = type.unwrap() as z.ZodType;
  }
  return type;
}
