import { isFields } from '../../json/is-fields.ts';
import { fieldOf } from '../../json/field-of.ts';
import { scalarText } from '../../json/scalar-text.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';

type Id = string | number;
interface Candidate {
  /** Name of the thing it identifies, from its field or the object around it. Empty: the subject of the answer. */
  readonly of: string;
  readonly value: Id;
}

const idNames = /^(?:(\w+)_)?(id|[gu]?uid|identifier)$/;

/** Field names that may hold the identifier if no field of `idNames` does: a reference, a handle, or the only value of an envelope. */
const referenceNames =
  /^(?:(job|task|work|result)_)?(request_id|reference|reference_id|ref|handle|number|key|job|task|data|result|response|payload)$/;

/** Levels of nesting searched for an identifier, as in `{data: {job: {id}}}`. */
const maxDepth = 3;

/**
 * Guesses the identifier to poll (document 1, "Response conventions") from an answer that does not have it where the contract says:
 * an integer or a text in a field named `id`, `uuid` or `…_id` in any spelling, or the answer itself. Ids of people and projects,
 * and values that the request had under the same name, do not count. If several remain, prefers the one named like the watched
 * thing, then one that the request did not have, then the one of the answer's subject. If there is none, takes a reference or a
 * handle. Returns undefined if this leaves none or several. The caller must verify that the result belongs to the started job.
 * @param args the arguments of the request
 * @param watching the operation that reads the started job
 * @param fits whether the watching operation accepts the value
 */
export function onlyIdentifier(
  rawJson: unknown,
  args: Arguments,
  watching: Operation,
  fits: (value: Id) => boolean,
): Id | undefined {
  const isOther = (name: string): boolean => isOtherThing(name) && !isNamedBy(watching, name);
  // The created thing may be wrapped in an object named after its family: `{keyword: {id}}`.
  const isOtherEnvelope = (name: string): boolean => isOther(name) && !isStemOf(watching.family, name);
  const fittingUnder = (names: RegExp): Candidate[] =>
    candidatesIn(rawJson, args, { isOther, isOtherEnvelope, names }).flatMap(({ of, value }) => {
      const fitting = [value, Number(value)].find(fits);
      return fitting === undefined ? [] : [{ of, value: fitting }];
    });
  const stated = fittingUnder(idNames);
  const fitting = stated.length > 0 ? stated : fittingUnder(referenceNames);
  const echoes = new Set(Object.values(args).map(scalarText));
  const preferences: readonly ((one: Candidate) => boolean)[] = [
    () => true,
    ({ of }) => isNamedBy(watching, of),
    ({ value }) => !echoes.has(String(value)),
    ({ of }) => of === '',
  ];
  for (const isPreferred of preferences) {
    const values = new Set(fitting.filter(isPreferred).map(({ value }) => value));
    if (values.size === 1) return [...values][0];
  }
  return undefined;
}

interface Search {
  /** Whether a field `<name>_id` identifies something other than the started job. */
  readonly isOther: (name: string) => boolean;
  /** Whether an object of that name describes something other than the started job. */
  readonly isOtherEnvelope: (name: string) => boolean;
  readonly names: RegExp;
}

/** Identifiers in an object and the objects nested in it. An `id` and a `uuid` in one object identify the same thing; only the `id` counts. */
function candidatesIn(value: unknown, args: Arguments, search: Search, around = '', depth = 0): Candidate[] {
  if (depth === 0 && isId(value) && /\d/.test(String(value))) return [{ of: '', value }];
  const object: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isFields(object) || depth > maxDepth) return [];
  return Object.entries(object).flatMap(([fieldName, one]) => {
    const name = snakeCased(fieldName);
    // Rows of a list describe other things, except where the list is the whole answer.
    if (isFields(one) || (name === 'data' && Array.isArray(one))) {
      const within = name === 'data' ? around : name;
      return search.isOtherEnvelope(within) ? [] : candidatesIn(one, args, search, within, depth + 1);
    }
    const [, owner, kind] = search.names.exec(name) ?? [];
    if (!isId(one) || args[name] === one || kind === undefined) return [];
    // The value of an envelope may be a word such as "accepted": an identifier has a digit.
    if (search.names === referenceNames && !/\d/.test(String(one))) return [];
    if (owner === undefined) return kind === 'id' || !isId(fieldOf(object, 'id')) ? [{ of: around, value: one }] : [];
    return search.isOther(owner) ? [] : [{ of: owner, value: one }];
  });
}

/** Whether the path of an operation contains the name: `audit` and `content_audit` in `/content-audits/{id}`, `batch` in `/humanize/{batch}`. */
function isNamedBy({ path }: Operation, name: string): boolean {
  const parts = path.split('/');
  const at = parts.findLastIndex((part) => part.startsWith('{'));
  const thing = parts[at - 1] ?? '';
  const words = [thing, thing.split('-').at(-1) ?? '', parts[at]?.slice(1, -1) ?? ''];
  return words.some((word) => isStemOf(word.replaceAll('-', '_'), name));
}

/** Whether `name` equals `word` or is its singular (analysis, analyses). */
function isStemOf(word: string, name: string): boolean {
  const stem = name.length > 6 ? name.slice(0, -2) : name;
  return name !== '' && word.startsWith(stem) && word.length - name.length <= 2;
}

const isId = (value: unknown): value is Id =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value > 0
    : typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value);

/** Whether a name means something other than the started job, by its first or last word: a person, a project, an earlier version. */
export const isOtherThing = (name: string): boolean =>
  /(^|_)(user|author|owner|creator|by|member|customer|client|account|team|organi[sz]ation|org|company|tenant|workspace|project|brand|folder|category|session|conversation|message|request|trace|correlation|subscription|plan|keyword|template|persona|profile)$|^(parent|source|previous|original|last|latest|old)(_|$)/.test(
    name,
  );
