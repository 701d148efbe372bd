import * as z from 'zod';

/** Where a value is not what its declaration says. */
export interface Mismatch {
  /** Dotted; `[]` is any element of a list, `*` any member of a record. */
  readonly path: string;
  /** `undeclared`: a field that the declaration does not name. */
  readonly kind: 'type' | 'undeclared';
  readonly says: string;
}

/**
 * Compares a value with a declared type, nested parts included. Any field may be missing. Of an object without declared fields,
 * and of what is declared as unknown, nothing is looked at.
 */
export function mismatches(declared: z.core.$ZodType, value: unknown, path = ''): Mismatch[] {
  const type = declared as z.ZodType;
  if (value === undefined || type instanceof z.ZodUnknown) return [];
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return mismatches(type.unwrap(), value, path);
  if (type instanceof z.ZodNullable) return value === null ? [] : mismatches(type.unwrap(), value, path);
  if (type instanceof z.ZodUnion) {
    const options = type.options.map((option) => mismatches(option, value, path));
    return (
      options.find((one) => one.every(({ kind }) => kind !== 'type')) ?? [wrong(path, 'no type of the union', value)]
    );
  }
  if (type instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((one) => mismatches(type.element, one, `${path}[]`))
      : [wrong(path, 'no list', value)];
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [wrong(path, 'no object', value)];
    return Object.entries(value).flatMap(([name, one]) =>
      type instanceof z.ZodRecord ? mismatches(type.valueType, one, `${path}.*`) : ofField(type, name, one, path),
    );
  }
  const { error } = type.safeParse(value);
  return error ? [wrong(path, error.issues[0]?.message ?? '', value)] : [];
}

function ofField({ shape }: z.ZodObject, name: string, value: unknown, path: string): Mismatch[] {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
  if (field) return mismatches(field, value, `${path}.${name}`);
  if (Object.keys(shape).length === 0) return [];
  return [{ path: `${path}.${name}`, kind: 'undeclared', says: JSON.stringify(value).slice(0, 80) }];
}

const wrong = (path: string, what: string, value: unknown): Mismatch => ({
  path,
  kind: 'type',
  says: `${what}: ${(JSON.stringify(value) ?? 'undefined').slice(0, 120)}`,
});
