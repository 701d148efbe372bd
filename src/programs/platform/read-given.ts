import type * as z from 'zod';
import { isFields } from '../../base/json/is-fields.ts';
import { argumentProblems } from '../../client/http/request/argument-problems.ts';
import { VisibilityError } from '../../client/errors.ts';

/** Reads what a program passes to one of its calls. Throws `invalid_arguments` with everything that is wrong. */
export function readGiven<S extends z.ZodObject>(call: string, schema: S, given: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(given ?? {});
  if (success) return data;
  const problems = argumentProblems(schema, isFields(given) ? given : {}, error);
  throw invalidCall(
    `${call}: ${problems
      .map(({ path, rule }) => [...path, rule].join(' '))
      .join('; ')
      .slice(0, 300)}`,
  );
}

/** The refusal of a program's call before anything is done. `about`: the text after `platform.` */
export const invalidCall = (about: string, next?: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `platform.${about}`, { outcome: 'not_sent', next });
