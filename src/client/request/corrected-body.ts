import { isDeepStrictEqual } from 'node:util';
import type { LikelyFields, Operation } from '../../catalog/operation.ts';
import type { Fields } from '../../json/is-fields.ts';
import type { FieldErrors } from '../errors/visibility-error.ts';

/**
 * Corrects a refused body: renames fields to other declared names that the platform requested, and wraps or unwraps lists of one element.
 * Values are never invented, dropped or shortened. Undefined unless the result settles all fields that the platform named.
 * @param sent the body that was refused
 * @param fieldErrors the fields that the platform named, with its reasons
 */
export function correctedBody({ likely }: Operation, sent: Fields, fieldErrors: FieldErrors): Fields | undefined {
  const names = [...new Set(Object.keys(fieldErrors).map((field) => field.split(/[.[]/, 1)[0] as string))];
  if (names.length === 0) return undefined;
  let body = sent;
  const missing = names.filter((name) => !Object.hasOwn(sent, name));
  for (const name of missing) {
    const sources = Object.keys(body).filter((one) => !missing.includes(one) && isSame(likely, one, name));
    const value = sources.length === 1 ? inForm(likely, name, body[sources[0] as string]) : undefined;
    if (value === undefined) return undefined;
    body = renamed(body, sources[0] as string, name, value);
  }
  for (const name of names.filter((one) => Object.hasOwn(body, one) && !missing.includes(one))) {
    const reasons = (
      fieldErrors[name] ??
      Object.entries(fieldErrors).find(([field]) => field.startsWith(name))?.[1] ??
      []
    ).join(' ');
    const other = isUnknown.test(reasons) ? namesOf(likely, name).find((one) => one !== name) : name;
    const value = other && (other === name ? asAsked(body[name], reasons) : inForm(likely, other, body[name]));
    if (other === undefined || value === undefined) return undefined;
    body = renamed(body, name, other, value);
  }
  return isDeepStrictEqual(body, sent) ? undefined : body;
}

/** Phrases by which the platform says that it does not know a field. */
const isUnknown = /not allowed|not permitted|not supported|not known|unknown|unrecogni[sz]ed|unexpected|prohibited/i;

const renamed = (body: Fields, from: string, to: string, value: unknown): Fields =>
  Object.fromEntries(Object.entries(body).map(([name, one]) => (name === from ? [to, value] : [name, one])));

/** All declared names of the field that has this name, the preferred one first. Empty if none is declared. */
const namesOf = (likely: LikelyFields, name: string): readonly string[] =>
  Object.entries(likely)
    .map(([first, { also }]) => [first, ...also])
    .find((names) => names.includes(name)) ?? [];

/**
 * Whether two names mean the same field: both are declared for it, they are singular and plural, or an undeclared name ends in the other,
 * as `source_url` in `url`. The last does not apply to ids, which identify different things.
 */
function isSame(likely: LikelyFields, sent: string, wanted: string): boolean {
  const names = namesOf(likely, sent);
  if (names.length === 0) return false;
  if (names.includes(wanted)) return true;
  const wantedNames = namesOf(likely, wanted);
  if (wantedNames.length > 0)
    return names.some((one) => wantedNames.includes(pluralOf(one)) || wantedNames.map(pluralOf).includes(one));
  return !/(^|_)ids?$/.test(wanted) && names.some((one) => wanted.endsWith(`_${one}`));
}

/** The value in the declared form of a field, as a list or a single value; undefined if the conversion would lose data. */
function inForm(likely: LikelyFields, name: string, value: unknown): unknown {
  const type = Object.hasOwn(likely, name) ? likely[name]?.type : undefined;
  if (type) return [value, [value], onlyOne(value)].find((one) => one !== undefined && type.safeParse(one).success);
  const names = Object.entries(likely).flatMap(([first, { also }]) => [first, ...also]);
  if (names.includes(pluralOf(name))) return Array.isArray(value) ? onlyOne(value) : value;
  return names.map(pluralOf).includes(name) && !Array.isArray(value) ? [value] : value;
}

/** The value as a list or a single value, whichever the platform's reasons request. */
function asAsked(value: unknown, reasons: string): unknown {
  if (/\b(array|list)\b/i.test(reasons)) return Array.isArray(value) ? undefined : [value];
  return /\b(string|text|single)\b/i.test(reasons) ? onlyOne(value) : undefined;
}

const onlyOne = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : undefined);

const pluralOf = (name: string): string => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`);
