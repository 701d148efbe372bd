import * as z from 'zod';
import { idSourceOf } from '../../../catalog/id-source.ts';
import type { Arguments, Operation } from '../../../catalog/index.ts';
import { projectArguments } from '../../../catalog/project-arguments.ts';
import { type Blanks, readArguments } from '../../../catalog/read-arguments.ts';
import { retiredArguments } from '../../../catalog/retired-arguments.ts';
import { isFields } from '../../../base/json/is-fields.ts';
import { argumentProblems, fieldErrors } from './argument-problems.ts';
import { boundedArguments, boundedJson } from './bounded-arguments.ts';
import { invalidArguments } from '../../refusals.ts';

/**
 * Reads the arguments of an operation by its declaration, before anything uses them: names of projects, pins, prices,
 * consent. The size of arguments is checked first. The fields of an open `body` are sent as given, but a list or an
 * object that is likely there may be JSON in a text, as everywhere else.
 * @throws VisibilityError `invalid_arguments` for arguments that are too large, and for JSON in `body` that cannot be
 * read
 */
export function readOperationArguments(operation: Operation, args: Arguments): Arguments {
  const { name, input, open } = operation;
  boundedArguments(name, args);
  const parse = boundedJson(name);
  const read = readArguments(input, args, { blanks: blanksOf(operation), parse });
  const { body } = read;
  if (!open || !isFields(body)) return read;
  const structures = likelyStructures(operation);
  const isJson = ([field, value]: [string, unknown]): boolean =>
    Object.hasOwn(structures.shape, field) && typeof value === 'string' && /^\s*[[{]/.test(value);
  const texts = Object.fromEntries(Object.entries(body).filter(isJson));
  const parsed = readArguments(structures, texts, { blanks: 'kept', parse });
  const broken = Object.keys(parsed).filter((field) => typeof parsed[field] === 'string');
  if (broken.length > 0) {
    const rule = ['begins as JSON and is none'];
    throw invalidArguments(name, Object.fromEntries(broken.map((field) => [`body.${field}`, rule])));
  }
  return { ...read, body: { ...body, ...parsed } };
}

/** In a removal, an empty argument may have been meant to limit what is removed. In a change, `null` may ask to clear a field. */
function blanksOf({ effect, method }: Operation): Blanks {
  if (effect === 'delete') return 'kept';
  return method === 'GET' || method === 'POST' ? 'null_absent' : 'typed';
}

const likelyStructures = ({ likely }: Operation): z.ZodObject =>
  z.looseObject(
    Object.fromEntries(
      Object.entries(likely).flatMap(([name, { type, also }]) =>
        type instanceof z.ZodArray || type instanceof z.ZodObject || type instanceof z.ZodRecord
          ? [name, ...also].map((one) => [one, type])
          : [],
      ),
    ),
  );

/** The words for an argument that is an id: which kind, and the operation that lists it. */
export const idsOf =
  (operation: Operation) =>
  (name: string): string | undefined => {
    if (projectArguments(operation).has(name)) return 'an id, name or domain';
    const source = idSourceOf(operation, name);
    return source && `${name.endsWith('s') ? 'ids' : 'an id'} from ${source.name}`;
  };

/**
 * Checks arguments that were read against the operation's declaration, and fills in defaults.
 * @throws VisibilityError `invalid_arguments` naming every invalid field
 */
export function validate(operation: Operation, args: Arguments): Arguments {
  const retired = retiredArguments(operation, args);
  if (retired.length > 0) {
    throw invalidArguments(
      operation.name,
      Object.fromEntries(retired.map((name) => [name, [`is retired: ${operation.retired[name]}`]])),
    );
  }
  const parsed = operation.input.safeParse(args);
  if (!parsed.success) {
    throw invalidArguments(
      operation.name,
      fieldErrors(argumentProblems(operation.input, args, parsed.error, { typeOf: idsOf(operation) })),
    );
  }
  const broken = operation.rules.filter((rule) => !rule.holds(parsed.data));
  if (broken.length > 0) {
    throw invalidArguments(operation.name, Object.fromEntries(broken.map((rule) => [rule.field, [rule.says]])));
  }
  const missing = operation.effect === 'paid' ? missingValues(operation, parsed.data) : [];
  if (missing.length > 0) {
    const rule = ['must hold a value; this stands for a missing one'];
    throw invalidArguments(operation.name, Object.fromEntries(missing.map((path) => [path, rule])));
  }
  return parsed.data;
}

/**
 * Paths of values that hosts and models write where they have none, which would be paid for like any other: texts, and empty
 * lists where the documents do not show the field.
 */
function missingValues(operation: Operation, value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return missingText.test(value) ? [path.join('.')] : [];
  const [field = ''] = path;
  const isShown = field !== 'body' && !Object.hasOwn(operation.likely, field);
  if (Array.isArray(value) && value.length === 0 && !isShown) return [path.join('.')];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => missingValues(operation, inner, [...path, name]));
}

const missingText = /^(\s+|undefined|null|None|\[object Object\])$/;
