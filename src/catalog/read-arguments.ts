import * as z from 'zod';
import { isFields, type Fields } from '../base/json/is-fields.ts';
import { parseJson } from '../base/json/parse-json.ts';
import { innerType, readScalar } from './decode.ts';
import { numberInId } from './vocabulary/id-text.ts';
import { isAnyId } from './vocabulary/id.ts';

/**
 * What `null` and an empty text mean for an optional argument:
 * - `absent`: the argument counts as omitted, for every type. For arguments of a tool
 * - `null_absent`: as `typed`, but `null` counts as omitted for every type
 * - `typed`: it counts as omitted if a number, a flag, an id, a date or a choice is declared; other types may be emptied on purpose
 * - `kept`: they are unchanged, for a removal, since omitting an argument would remove more
 */
export type Blanks = 'absent' | 'null_absent' | 'typed' | 'kept';

export interface Reading {
  readonly blanks: Blanks;
  /** Parses a JSON text. It may throw its own error for a text that is too large. Default: no limits. */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/** The name of a field in a result, or a path to one: `title`, `findings.title`, `content[8000:]`. */
export const fieldName = z.string().min(1);

/**
 * Reads arguments before zod checks them, since models and hosts write texts instead of other types. Four rules:
 * 1. If an object or a list is declared, a text that begins with `{` or `[` is JSON.
 * 2. If a number or a flag is declared, a text is read as one.
 * 3. If a list is declared, one value is a list of that value. A text is split at its commas only where an item cannot hold one: an id, a
 *    number, a choice, the name of a field.
 * 4. `null` and an empty text of an optional argument: see `Blanks`.
 *
 * A value that no rule can read is unchanged, and zod refuses it. Reading a second time changes nothing.
 */
export function readArguments(schema: z.ZodObject, values: Fields, { blanks, parse = parseJson }: Reading): Fields {
  return readObject(schema, values);

  function readObject(type: z.ZodObject, fields: Fields): Fields {
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => {
        const declared = Object.hasOwn(type.shape, name) ? (type.shape[name] as z.ZodType) : undefined;
        if (declared === undefined) return [[name, value]];
        return isLeftOut(declared, value, blanks) ? [] : [[name, read(declared, value)]];
      }),
    );
  }

  function read(declared: z.ZodType, value: unknown): unknown {
    const type = innerType(declared);
    if (value === null || value === undefined) return value;
    if (type instanceof z.ZodArray) return readList(type.element as z.ZodType, value);
    if (type instanceof z.ZodObject || type instanceof z.ZodRecord) {
      const object = fromJson(value);
      if (!isFields(object)) return object;
      return type instanceof z.ZodObject ? readObject(type, object) : readRecord(type.valueType as z.ZodType, object);
    }
    if (type instanceof z.ZodUnion) return isAnyId(type) ? value : readUnion(type.options as z.ZodType[], value);
    return readScalar(type, value);
  }

  function readRecord(element: z.ZodType, fields: Fields): Fields {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(element, value)]));
  }

  function readList(element: z.ZodType, value: unknown): unknown {
    const list = fromJson(value);
    if (Array.isArray(list)) return list.map((one) => read(element, one));
    if (list === '') return list;
    if (typeof list !== 'string') return [read(element, list)];
    const item = innerType(element);
    if (beginsAsJson(list) && item !== fieldName) return list;
    if (!cannotHoldComma(item) || !list.includes(',')) return [read(element, list)];
    return list.split(',').map((one) => (isAnyId(item) ? idIn(one.trim()) : read(element, one.trim())));
  }

  /** The first alternative that accepts the value: as JSON, then unchanged, last as a list of one. */
  function readUnion(options: readonly z.ZodType[], value: unknown): unknown {
    const readings = options.flatMap((option) => {
      const isSingle = innerType(option) instanceof z.ZodArray && !Array.isArray(fromJson(value));
      const reading = isSingle ? value : read(option, value);
      return option.safeParse(reading).success ? [reading] : [];
    });
    const isExact = (reading: unknown): boolean => typeof reading !== 'number' || String(reading) === String(value);
    return readings.find((reading) => typeof reading === 'object') ?? readings.find(isExact) ?? readings[0] ?? value;
  }

  function fromJson(value: unknown): unknown {
    if (typeof value !== 'string' || !beginsAsJson(value)) return value;
    try {
      return parse(value);
    } catch (error) {
      if (error instanceof SyntaxError) return value;
      throw error;
    }
  }
}

/** Whether an argument with this value was left out. */
function isLeftOut(declared: z.ZodType, value: unknown, blanks: Blanks): boolean {
  if (blanks === 'kept' || (value !== null && value !== '') || !declared.safeParse(undefined).success) return false;
  if (blanks === 'absent') return true;
  if (value === null && declared.safeParse(null).success) return false;
  return (value === null && blanks === 'null_absent') || isTyped(innerType(declared));
}

const beginsAsJson = (text: string): boolean => /^\s*[[{]/.test(text);

const cannotHoldComma = (item: z.ZodType): boolean =>
  isAnyId(item) ||
  item === fieldName ||
  item instanceof z.ZodNumber ||
  item instanceof z.ZodEnum ||
  item instanceof z.ZodLiteral;

/** An id from a text with several ids, where numbers and texts look alike. */
const idIn = (text: string): unknown => numberInId(text) ?? text;

/** Whether an empty text is not a possible value of the type: numbers, flags, ids, dates, choices. */
function isTyped(type: z.ZodType): boolean {
  if (isAnyId(type)) return true;
  if (type instanceof z.ZodUnion) return (type.options as z.ZodType[]).every((option) => isTyped(innerType(option)));
  return (
    type instanceof z.ZodNumber ||
    type instanceof z.ZodBoolean ||
    type instanceof z.ZodEnum ||
    type instanceof z.ZodLiteral ||
    type instanceof z.ZodISODate ||
    type instanceof z.ZodISODateTime
  );
}
