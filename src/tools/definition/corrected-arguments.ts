import type * as z from 'zod';
import type { Effect } from '../../catalog/index.ts';
import { readArguments } from '../../catalog/read-arguments.ts';
import type { ArgumentProblem } from '../../client/index.ts';
import { shorten } from '../../base/text/shorten.ts';
import type { Fields } from '../../base/index.ts';

/**
 * The arguments as they were probably meant; undefined where something would have to be guessed. Corrections never
 * extend what the call affects: names are corrected, and empty values are left out unless the call removes something.
 * Only for a read, a value is replaced by the most similar choice. Nothing else is added or left out.
 */
export function correctedArguments(
  declared: z.ZodObject,
  values: Fields,
  problems: readonly ArgumentProblem[],
  effect: Effect,
): Fields | undefined {
  const fixed: Record<string, unknown> = { ...values };
  for (const problem of problems) {
    const [name, inner] = problem.path.map(String);
    if (name === undefined || inner !== undefined) return undefined;
    if (problem.kind === 'unknown') {
      if (problem.nearest === undefined || Object.hasOwn(fixed, problem.nearest)) return undefined;
      fixed[problem.nearest] = fixed[name];
      delete fixed[name];
    } else if (problem.kind === 'empty') {
      if (effect === 'delete') return undefined;
      delete fixed[name];
    } else if (problem.kind === 'invalid') {
      if (effect !== 'read' || problem.nearest === undefined) return undefined;
      fixed[name] = problem.nearest;
    }
  }
  const read = readArguments(declared, fixed, { blanks: 'kept' });
  return declared.safeParse(read).success ? read : undefined;
}

/** What a refusal suggests: the corrected call if it is short, otherwise which arguments to correct. */
export function repeatAfter(problems: readonly ArgumentProblem[], corrected: string | undefined): string {
  if (corrected !== undefined && corrected.length <= maxCallLength) return corrected;
  const meant = new Set(problems.flatMap(({ kind, nearest }) => (kind === 'unknown' && nearest ? [nearest] : [])));
  const named = (isMissing: boolean): string => {
    const paths = problems
      .filter(({ kind }) => (kind === 'missing') === isMissing)
      .map(({ path }) => shorten(path.join('.'), maxNameLength))
      .filter((path) => !isMissing || !meant.has(path));
    return [...new Set(paths)].slice(0, 3).join(', ');
  };
  const steps = [named(false) && `correct ${named(false)}`, named(true) && `add ${named(true)}`].filter(Boolean);
  const sentence = `${steps.join(' and ')}, then repeat the call.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

/** Characters of a name. */
const maxNameLength = 60;

/** Characters of a call that is repeated. */
const maxCallLength = 220;
