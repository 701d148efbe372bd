import { isFields } from '../../base/json/is-fields.ts';
import * as z from 'zod';
import { isUnshown } from '../../catalog/vocabulary/index.ts';
import type { Finding } from './verification.ts';

/** Result of comparing values with a declared type. */
export interface Comparison {
  readonly findings: Finding[];
  /** Paths of declared fields that a value had. */
  readonly seen: Set<string>;
}

/**
 * Compares a value with a declared type, including nested values. Objects without declared fields, values declared as
 * unknown, and fields that the documentation does not show are not compared.
 * @param path the path of the value in the answer
 */
export function compareType(declared: z.core.$ZodType, value: unknown, path: string, into: Comparison): void {
  const type = declared as z.ZodType;
  if (type instanceof z.ZodUnknown || type instanceof z.ZodAny || isUnshown(type)) return;
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    if (value !== undefined) compareType(type.unwrap(), value, path, into);
  } else if (type instanceof z.ZodNullable) {
    if (value !== null) compareType(type.unwrap(), value, path, into);
  } else if (type instanceof z.ZodUnion) compareUnion(type, value, path, into);
  else if (type instanceof z.ZodArray) {
    if (Array.isArray(value)) for (const one of value) compareType(type.element, one, `${path}[]`, into);
    else into.findings.push(differing(type, value, path));
  } else if (type instanceof z.ZodObject) {
    if (isFields(value)) compareFields(type, value, path, into);
    else into.findings.push(differing(type, value, path));
  } else if (type instanceof z.ZodRecord) {
    if (isFields(value)) for (const one of Object.values(value)) compareType(type.valueType, one, `${path}.*`, into);
    else into.findings.push(differing(type, value, path));
  } else if (!type.safeParse(value).success) into.findings.push(differing(type, value, path));
}

/** Compares with the option that fits best. */
function compareUnion(type: z.ZodUnion, value: unknown, path: string, into: Comparison): void {
  const options = type.options.map((option) => {
    const comparison: Comparison = { findings: [], seen: new Set() };
    compareType(option, value, path, comparison);
    return comparison;
  });
  const fitting = options.find(({ findings }) => findings.every(({ kind }) => kind === 'extra'));
  if (!fitting) return void into.findings.push(differing(type, value, path));
  into.findings.push(...fitting.findings);
  for (const one of fitting.seen) into.seen.add(one);
}

function compareFields(
  type: z.ZodObject,
  value: Readonly<Record<string, unknown>>,
  path: string,
  into: Comparison,
): void {
  const { shape } = type;
  if (Object.keys(shape).length === 0) return;
  for (const [name, field] of Object.entries(shape)) {
    const at = join(path, name);
    if (Object.hasOwn(value, name)) {
      into.seen.add(at);
      compareType(field, value[name], at, into);
    } else if (!isOptional(field))
      into.findings.push({ kind: 'missing', path: at, expected: nameOfType(field), seen: 'absent' });
  }
  const undeclared = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  // The name of an undeclared field may itself be a value, such as a brand or a key.
  for (const seen of new Set(undeclared.map((name) => shapeOf(value[name]))))
    into.findings.push({ kind: 'extra', path: join(path, '*'), expected: 'absent', seen });
}

/** Adds the paths of all fields that a type declares, without those of an answer's wrappers. */
export function declaredFields(declared: z.core.$ZodType, path: string, into: Set<string>): void {
  const type = declared as z.ZodType;
  if (isUnshown(type)) return;
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault || type instanceof z.ZodNullable)
    declaredFields(type.unwrap(), path, into);
  else if (type instanceof z.ZodArray) declaredFields(type.element, `${path}[]`, into);
  else if (type instanceof z.ZodObject)
    for (const [name, field] of Object.entries(type.shape)) {
      into.add(join(path, name));
      declaredFields(field, join(path, name), into);
    }
}

/** Whether the field may be absent. A field declared as unknown may have any value, but must be there. */
const isOptional = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodOptional || field instanceof z.ZodDefault || field instanceof z.ZodUndefined;

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function differing(type: z.core.$ZodType, value: unknown, path: string): Finding {
  const expected = nameOfType(type);
  const isValue = expected.startsWith('one of') && typeof value === 'string';
  return { kind: isValue ? 'enum' : 'type', path, expected, seen: isValue ? 'another text' : shapeOf(value) };
}

/** A declared type as text. */
function nameOfType(declared: z.core.$ZodType): string {
  const type = declared as z.ZodType;
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) return nameOfType(type.unwrap());
  if (type instanceof z.ZodNullable) return `${nameOfType(type.unwrap())} or null`;
  if (type instanceof z.ZodUnion) return [...new Set(type.options.map(nameOfType))].join(' or ');
  if (type instanceof z.ZodEnum) return `one of ${type.options.join(', ')}`;
  if (type instanceof z.ZodLiteral) return `one of ${[...type.values].join(', ')}`;
  if (type instanceof z.ZodArray) return 'list';
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return 'object';
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat)
    return type.format ? `text (${type.format})` : 'text';
  if (type instanceof z.ZodNumber) return type.format?.includes('int') ? 'integer' : 'number';
  if (type instanceof z.ZodBoolean) return 'boolean';
  if (type instanceof z.ZodNull) return 'null';
  return 'value';
}

/** Type and shape of a value, without anything of the value itself. */
export function shapeOf(value: unknown): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'object' ? 'object' : typeof value;
}
