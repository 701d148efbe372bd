import type * as z from 'zod';
import { decode } from '../../catalog/decode.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import { retiredArguments } from '../../catalog/retired-arguments.ts';
import { boundedArguments } from './bounded-arguments.ts';
import { nearest } from '../../text/nearest.ts';
import { unfilled } from './placeholder.ts';
import { InvalidArguments } from '../errors/invalid-arguments.ts';

/**
 * Parses arguments by the operation's schema: converts values given as text, and fills in defaults.
 * Throws `InvalidArguments`, which names every invalid field.
 */
export function validate(operation: Operation, args: Arguments): Arguments {
  boundedArguments(operation.name, args);
  const retired = retiredArguments(operation, args);
  if (retired.length > 0) {
    throw new InvalidArguments(
      operation.name,
      Object.fromEntries(retired.map((name) => [name, [`is not taken: ${operation.retired[name]}`]])),
    );
  }
  const blank = unfilled(args);
  if (blank.length > 0)
    throw new InvalidArguments(
      operation.name,
      Object.fromEntries(blank.map((name) => [name, ['is still to be filled in']])),
    );
  const parsed = operation.input.safeParse(decode(operation.input, args, 'written'));
  if (!parsed.success)
    throw new InvalidArguments(operation.name, fieldsOf(parsed.error, Object.keys(operation.input.shape)));
  const broken = operation.rules.filter((rule) => !rule.holds(parsed.data));
  if (broken.length > 0) {
    throw new InvalidArguments(operation.name, Object.fromEntries(broken.map((rule) => [rule.field, [rule.says]])));
  }
  return parsed.data;
}

function fieldsOf(error: z.ZodError, names: readonly string[]): Record<string, string[]> {
  // No prototype, since a caller may pass an argument named `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  const add = (field: string, reason: string) => (fields[field] ??= []).push(reason);
  // Unknown names come first: a misspelt name is often the reason why another argument is missing.
  for (const issue of error.issues.filter(({ code }) => code === 'unrecognized_keys'))
    for (const name of 'keys' in issue ? issue.keys : [])
      add([...issue.path, name].join('.'), unknownArgument(name, issue.path.length === 0 ? names : []));
  for (const issue of error.issues.filter(({ code }) => code !== 'unrecognized_keys'))
    add(issue.path.join('.') || 'arguments', reasonOf(issue));
  return fields;
}

const reasonOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.message.endsWith('received undefined') ? 'is required' : issue.message;

const unknownArgument = (name: string, names: readonly string[]): string => {
  const [suggestion] = nearest(name, names, 1);
  return suggestion ? `is no argument; did you mean ${suggestion}?` : 'is no argument';
};
