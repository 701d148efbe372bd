import type { Operation } from '../../catalog/index.ts';
import { argumentProblems, similarName, type ArgumentProblem } from '../../client/http/request/argument-problems.ts';
import { idsOf } from '../../client/http/request/validate.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { quoted } from '../../base/text/quoted.ts';
import { shorten } from '../../base/text/shorten.ts';
import { correctedArguments, repeatAfter } from '../definition/corrected-arguments.ts';
import { formatCall } from '../definition/format-call.ts';
import { changedError, type VisibilityError } from '../../client/errors.ts';

/**
 * Adds to an error about arguments what the caller needs to correct them: the rule of each argument and, if nothing has
 * to be guessed, the corrected call. This includes refusals of the platform that name fields, whatever their code.
 * Other errors are returned unchanged.
 */
export function explainArguments(error: VisibilityError, operation: Operation, args: Fields): VisibilityError {
  // A file that may not be sent, or a project that may not be chosen, is not a typing error: there is no call to
  // correct.
  if (error.origin === 'file' || error.origin === 'operator') return error;
  const names = Object.keys(error.fields ?? {});
  const isAboutFields = error.code === 'invalid_arguments' || error.status === 400 || error.status === 422;
  // The platform also answers 422 if the arguments are right but the state is not; it then names no field.
  if (!isAboutFields || names.length === 0) return error;
  const { rules, next } =
    error.status === undefined ? explainOwn(error, operation, args) : explainRefusal(error, operation, args);
  // Maximum characters of all explanations together, about 120 tokens.
  const each = Math.max(36, Math.floor((240 - Math.min(next.length, 180)) / Math.min(names.length, maxNamed)));
  return changedError(error, {
    message: `${operation.name} does not take these arguments${names.length > maxNamed ? ` (${names.length} are wrong)` : ''}${operation.effect === 'paid' ? '; nothing was charged' : ''}`,
    fields: Object.fromEntries(rules.slice(0, maxNamed).map(([name, rule]) => [name, [closed(shorten(rule, each))]])),
    next,
  });
}

/** Fields that a refusal explains at most. */
const maxNamed = 3;

/** Characters. */
const maxQuotation = 200;

/** A text that was cut within a quotation: the quotation is closed, and a cut note on the missing length is removed. */
const closed = (text: string): string =>
  text.lastIndexOf('“') > text.lastIndexOf('”') ? `${text.slice(0, -2).replace(/… \(\+[^)]*$/, '')}…”` : text;

interface Explanation {
  readonly rules: readonly (readonly [name: string, rule: string])[];
  readonly next: string;
}

/** A refusal by this program, before anything was sent. */
function explainOwn({ fields = {} }: VisibilityError, operation: Operation, args: Fields): Explanation {
  const { error } = operation.input.safeParse(args);
  const problems = error
    ? argumentProblems(operation.input, args, error, { nearestName: nameIn(operation, args), typeOf: idsOf(operation) })
    : [];
  const rules = Object.entries(fields).map(([name, [rule = 'is not accepted']]) => {
    const replacement = Object.hasOwn(operation.retired, name) ? operation.retired[name] : undefined;
    if (replacement !== undefined) return [name, `is retired: ${replacement}`] as const;
    const problem = problems.find(({ path }) => path.join('.') === name);
    if (problem && isUndeclared(problem, operation))
      return [name, 'is not declared: undeclared fields go into body, as they are'] as const;
    return [name, problem?.rule ?? rule] as const;
  });
  const corrected = error && correctedArguments(operation.input, args, problems, operation.effect);
  const wrong = problems.length > 0 ? problems : Object.keys(fields).map(brokenRule);
  return { rules, next: repeatAfter(wrong, corrected && formatCall(operation, corrected)) };
}

const brokenRule = (name: string): ArgumentProblem => ({ path: [name], kind: 'invalid', rule: '' });

/** Whether it may be a field of a body that the platform does not document. A removal must not try unknown fields. */
const isUndeclared = ({ kind, nearest, path }: ArgumentProblem, { open, effect, retired }: Operation): boolean =>
  kind === 'unknown' &&
  nearest === undefined &&
  path.length === 1 &&
  open &&
  effect !== 'delete' &&
  !Object.hasOwn(retired, String(path[0]));

/**
 * The argument that an unknown name means: a similar one, or the path parameter that identifies such a record, as
 * `article_id` means `id` in `/articles/{id}`. Undefined for an argument that the platform no longer takes.
 */
const nameIn =
  ({ path, params, retired }: Operation, args: Fields) =>
  (name: string, names: readonly string[]): string | undefined => {
    if (Object.hasOwn(retired, name)) return undefined;
    const similar = similarName(name, names);
    if (similar !== undefined) return similar;
    const kind = name.replace(/_id$/, '');
    return params.find(
      (param) => names.includes(param) && !Object.hasOwn(args, param) && kind === kindOfParameter(path, param),
    );
  };

/** The kind of record that a path parameter identifies: `article` in `/articles/{id}`. */
const kindOfParameter = (path: string, param: string): string | undefined =>
  new RegExp(`([^/]+)/\\{${param}\\}`).exec(path)?.[1]?.replaceAll('-', '_').replace(/ies$/, 'y').replace(/s$/, '');

/** A refusal by the platform, with the fields that it names. */
function explainRefusal({ fields = {}, next = '' }: VisibilityError, operation: Operation, args: Fields): Explanation {
  const { open, input } = operation;
  const body = isFields(args['body']) ? args['body'] : {};
  const isSent = (name: string): boolean => Object.hasOwn(args, name) || Object.hasOwn(body, name);
  const named = Object.entries(fields).map(([field, [reason]]) => ({ field, top: topOf(field), reason }));
  // Any other text appears only among the fields, and never in this server's own sentences.
  const plain = named.filter(({ field }) => isFieldName.test(field));
  const isAsked = (name: string): boolean => !isSent(name) && !Object.hasOwn(input.shape, name);
  const rules = named.map(({ field, top, reason }) => {
    const quotation = reason === undefined ? undefined : quoted(reason, maxQuotation);
    return [
      field,
      isAsked(top)
        ? `is asked for by the platform and not documented: ${quotation ?? 'it gives no reason'}`
        : (quotation ?? 'is not accepted'),
    ] as const;
  });
  const missing = [...new Set(plain.map(({ top }) => top).filter((top) => !isSent(top)))];
  const asked = missing.filter(isAsked).slice(0, maxNamed).join(', ');
  if (open && asked !== '')
    return { rules, next: `Give ${asked} in body of ${operation.name}, if you know what it has to hold.` };
  const problems = plain.map(({ field, top }): ArgumentProblem => {
    const kind = isSent(top) ? 'invalid' : 'missing';
    return { path: [field], kind, rule: '' };
  });
  return { rules, next: problems.length > 0 ? repeatAfter(problems, undefined) : next };
}

/** The name of a field, or the path of one, in characters that cannot imitate others. */
const isFieldName = /^[A-Za-z_][\w.[\]-]{0,59}$/;

const topOf = (field: string): string => field.split(/[.[]/)[0] ?? field;
