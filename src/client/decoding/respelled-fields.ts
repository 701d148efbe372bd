import * as z from 'zod';
import { isFields, type Fields } from '../../json/is-fields.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import { utcTime } from '../../json/utc-time.ts';

/**
 * Renames the fields of a record to the declared spelling, such as `searchVolume` to `search_volume`. Other names are kept, since they may
 * be keys. Times are converted to UTC, as in the contract, so that they can be compared. Returns the same object if nothing changes.
 */
export function respelledFields(shape: Fields, value: Fields): Fields {
  let isChanged = false;
  const entries = Object.entries(value).map(([fieldName, one]): [string, unknown] => {
    const name = Object.hasOwn(shape, fieldName) ? fieldName : snakeCased(fieldName);
    const isDeclared = Object.hasOwn(shape, name) && (name === fieldName || !Object.hasOwn(value, name));
    if (!isDeclared) return [fieldName, one];
    const converted = respelled(shape[name] as z.core.$ZodType, one);
    if (name !== fieldName || converted !== one) isChanged = true;
    return [name, converted];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function respelled(declared: z.core.$ZodType, value: unknown): unknown {
  const type = declared as z.ZodType;
  if (type instanceof z.ZodOptional || type instanceof z.ZodNullable || type instanceof z.ZodDefault)
    return respelled(type.unwrap(), value);
  if (type instanceof z.ZodArray)
    return Array.isArray(value) ? mapped(value, (one) => respelled(type.element, one)) : value;
  if (type instanceof z.ZodRecord && isFields(value))
    return mappedValues(value, (one) => respelled(type.valueType, one));
  if (type instanceof z.ZodObject) return isFields(value) ? respelledFields(type.shape, value) : value;
  return type instanceof z.ZodISODateTime ? inUtc(value) : value;
}

function inUtc(value: unknown): unknown {
  if (typeof value === 'string' && value.endsWith('Z') && value[10] === 'T') return value;
  const ms = utcTime(value);
  return ms === undefined ? value : new Date(ms).toISOString();
}

/** Maps a list; returns the same list if no element changes. */
export function mapped(list: readonly unknown[], change: (one: unknown) => unknown): readonly unknown[] {
  const changed = list.map(change);
  return changed.some((one, at) => one !== list[at]) ? changed : list;
}

/** Maps the values of an object; returns the same object if none changes. */
function mappedValues(object: Fields, change: (one: unknown) => unknown): Fields {
  const entries = Object.entries(object).map(([name, one]) => [name, change(one)] as const);
  return entries.some(([name, one]) => one !== object[name]) ? Object.fromEntries(entries) : object;
}
