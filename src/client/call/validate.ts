import type * as z from 'zod';
import { decode } from '../../catalog/decode.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import { boundedArguments } from './bounded-arguments.ts';
import { InvalidArguments } from '../errors/invalid-arguments.ts';

/**
 * The arguments as the operation takes them: text forms read, defaults filled in.
 * Throws `InvalidArguments` naming every field that does not fit, before anything is sent.
 */
export function validate(operation: Operation, given: Arguments): Arguments {
  boundedArguments(operation.name, given);
  const retired = Object.keys(operation.retired).filter((name) => Object.hasOwn(given, name));
  if (retired.length > 0) {
    throw new InvalidArguments(
      operation.name,
      Object.fromEntries(retired.map((name) => [name, [`is not taken: ${operation.retired[name]}`]])),
    );
  }
  const parsed = operation.input.safeParse(decode(operation.input, given));
  if (!parsed.success)
    throw new InvalidArguments(operation.name, fieldsOf(parsed.error, Object.keys(operation.input.shape)));
  const broken = operation.rules.filter((rule) => !rule.holds(parsed.data));
  if (broken.length > 0) {
    throw new InvalidArguments(operation.name, Object.fromEntries(broken.map((rule) => [rule.field, [rule.says]])));
  }
  return parsed.data;
}

function fieldsOf(error: z.ZodError, names: readonly string[]): Record<string, string[]> {
  // Without a prototype: a caller may name an argument `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  const add = (field: string, reason: string) => (fields[field] ??= []).push(reason);
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') {
      add(issue.path.join('.') || 'arguments', reasonOf(issue));
      continue;
    }
    for (const name of issue.keys)
      add([...issue.path, name].join('.'), unknownArgument(name, issue.path.length === 0 ? names : []));
  }
  return fields;
}

const reasonOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined') ? 'is required' : issue.message;

const unknownArgument = (name: string, names: readonly string[]): string => {
  const nearest =
    names.find((known) => known.includes(name) || name.includes(known)) ?? names.find((known) => known[0] === name[0]);
  return nearest ? `is no argument; did you mean ${nearest}?` : 'is no argument';
};
