import * as z from 'zod';
import type { Arguments } from '../../catalog/index.ts';
import { fieldName, readArguments } from '../../catalog/read-arguments.ts';
import { argumentProblems, fieldErrors } from '../../client/http/request/argument-problems.ts';
import { boundedJson } from '../../client/http/request/bounded-arguments.ts';
import { fieldsComplaint } from '../projection/pick-fields.ts';
import { correctedArguments, repeatAfter } from './corrected-arguments.ts';
import { VisibilityError } from '../../client/errors.ts';

/** Arguments that several tools declare. */

export const text = z.string().min(1);

/** A name, a domain or an id. Models write an id as a number. */
export const reference = z.union([text, z.int().transform(String)]);

/** Names of fields to show. Checked before a call is made, since its result may be paid for. */
export const fields = z.array(fieldName).check(({ value, issues }) => {
  const message = fieldsComplaint(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

export const format = z.enum(['concise', 'detailed']);

/** Declared arguments of a tool, by name. */
export type ArgumentShape = Readonly<Record<string, z.ZodType>>;

/** The arguments of a tool after they were read. */
export type ToolArgumentsOf<S extends ArgumentShape> = z.output<z.ZodObject<S>>;

const declarations = new WeakMap<() => ArgumentShape, z.ZodObject>();

/** The arguments as one object. Built once for each declaration, since every caller over HTTP has its own tools. */
export function declaredArguments<S extends ArgumentShape>(shape: () => S): z.ZodObject<S> {
  const declared = declarations.get(shape) ?? z.strictObject(shape());
  declarations.set(shape, declared);
  return declared as z.ZodObject<S>;
}

/** The part of a tool that its refusals need. */
export interface ArgumentReader {
  readonly name: string;
  /** Whether a corrected call may differ from the original in more than spelling. */
  readonly onlyReads: boolean;
}

/**
 * Reads the arguments of a tool by their declaration.
 * @throws VisibilityError `invalid_arguments` naming the tool, each argument, its rule and, where nothing has to be guessed, the corrected call
 */
export function readToolArguments<S extends ArgumentShape>(
  tool: ArgumentReader,
  declared: z.ZodObject<S>,
  values: Arguments,
): ToolArgumentsOf<S> {
  const args = readArguments(declared, values, { blanks: 'absent', parse: boundedJson(tool.name) });
  const parsed = declared.safeParse(args);
  if (parsed.success) return parsed.data as ToolArgumentsOf<S>;
  const problems = argumentProblems(declared, args, parsed.error);
  const corrected = correctedArguments(declared, args, problems, tool.onlyReads ? 'read' : 'write');
  throw argumentError(
    tool.name,
    fieldErrors(problems),
    repeatAfter(problems, corrected && `${tool.name} ${JSON.stringify(corrected)}`),
  );
}

/**
 * Reads only the declared arguments. Others are returned unchanged.
 * @throws VisibilityError `invalid_arguments`
 */
export function takeArguments<S extends ArgumentShape>(
  tool: ArgumentReader,
  shape: () => S,
  values: Arguments,
): { readonly own: ToolArgumentsOf<S>; readonly rest: Arguments } {
  const declared = declaredArguments(shape);
  const isOwn = ([name]: readonly [string, unknown]): boolean => Object.hasOwn(declared.shape, name);
  const entries = Object.entries(values);
  const own = readToolArguments(tool, declared, Object.fromEntries(entries.filter(isOwn)));
  return { own, rest: Object.fromEntries(entries.filter((entry) => !isOwn(entry))) };
}

const argumentError = (
  tool: string,
  fields: Readonly<Record<string, readonly string[]>>,
  next: string | undefined,
): VisibilityError =>
  new VisibilityError(
    'invalid_arguments',
    `${tool}: ${Object.entries(fields)
      .map(([name, rules]) => `${name} ${rules.join('; ')}`)
      .join('; ')}`,
    { outcome: 'not_sent', fields, next },
  );
