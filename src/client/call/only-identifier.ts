import { isFields } from '../../json/is-fields.ts';
import { fieldOf } from '../../json/field-of.ts';
import { snakeCased } from '../../json/snake-cased.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';

type Id = string | number;
interface Candidate {
  /** What it identifies, by its own name or that of the object around it. Empty: what the answer is about. */
  readonly of: string;
  readonly value: Id;
}

const idNames = /^(?:(\w+)_)?(id|[gu]?uid|identifier)$/;

/** What may be meant as an identifier where an answer has none: of the request, a reference, a handle, or all that an envelope holds. */
const referenceNames =
  /^(?:(job|task|work|result)_)?(request_id|reference|reference_id|ref|handle|number|key|job|task|data|result|response|payload)$/;

/** How deep in an answer an identifier may stand: `{data: {job: {id}}}`. */
const maxDepth = 3;

/**
 * The one identifier in an answer to a start, whatever its name: a whole number or a text under `id`, `uuid`, or a name that ends in one of them,
 * in any spelling, or the answer itself
 * (document 1, "Response conventions": "the identifier to poll"). Ids of people and projects are none, and neither is what the start was given under
 * the same name. Of several, that of what is watched counts, then what was not given, then what the answer is about. Where there is none, a reference or a
 * handle stands for it. Undefined where that leaves several, or none: nothing tells that it identifies what is watched, so that its reader has to make sure.
 * @param fits whether the watching operation takes this value
 */
export function onlyIdentifier(
  rawJson: unknown,
  given: Arguments,
  watching: Operation,
  fits: (value: Id) => boolean,
): Id | undefined {
  const isOther = (name: string): boolean => isOtherThing(name) && !isNamedBy(watching, name);
  // What an operation makes may stand in an envelope that its family is named after: `{keyword: {id}}`.
  const isOtherEnvelope = (name: string): boolean => isOther(name) && !isStemOf(watching.family, name);
  const fittingUnder = (names: RegExp): Candidate[] =>
    candidatesIn(rawJson, given, { isOther, isOtherEnvelope, names }).flatMap(({ of, value }) => {
      const taken = [value, Number(value)].find(fits);
      return taken === undefined ? [] : [{ of, value: taken }];
    });
  const stated = fittingUnder(idNames);
  const fitting = stated.length > 0 ? stated : fittingUnder(referenceNames);
  const echoes = new Set(Object.values(given).map(String));
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
  /** Whether a name with `_id` behind it identifies another thing. */
  readonly isOther: (name: string) => boolean;
  /** Whether an object of that name is another thing. */
  readonly isOtherEnvelope: (name: string) => boolean;
  readonly names: RegExp;
}

/** The identifiers of an object and of what it holds. Of an `id` and a `uuid` side by side, which are the same thing's, the `id`. */
function candidatesIn(value: unknown, given: Arguments, search: Search, around = '', depth = 0): Candidate[] {
  if (depth === 0 && isId(value) && /\d/.test(String(value))) return [{ of: '', value }];
  const said: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isFields(said) || depth > maxDepth) return [];
  return Object.entries(said).flatMap(([spelled, one]) => {
    const name = snakeCased(spelled);
    // A row of a list is another thing, except where the list is all of the answer.
    if (isFields(one) || (name === 'data' && Array.isArray(one))) {
      const within = name === 'data' ? around : name;
      return search.isOtherEnvelope(within) ? [] : candidatesIn(one, given, search, within, depth + 1);
    }
    const [, owner, kind] = search.names.exec(name) ?? [];
    if (!isId(one) || given[name] === one || kind === undefined) return [];
    // What an envelope holds may be a word, such as "accepted".
    if (search.names === referenceNames && !/\d/.test(String(one))) return [];
    if (owner === undefined) return kind === 'id' || !isId(fieldOf(said, 'id')) ? [{ of: around, value: one }] : [];
    return search.isOther(owner) ? [] : [{ of: owner, value: one }];
  });
}

/** Whether the address of an operation names this: `audit` and `content_audit` in `/content-audits/{id}`, `batch` in `/humanize/{batch}`. */
function isNamedBy({ path }: Operation, name: string): boolean {
  const parts = path.split('/');
  const at = parts.findLastIndex((part) => part.startsWith('{'));
  const thing = parts[at - 1] ?? '';
  const words = [thing, thing.split('-').at(-1) ?? '', parts[at]?.slice(1, -1) ?? ''];
  return words.some((word) => isStemOf(word.replaceAll('-', '_'), name));
}

/** Whether a name is a word, or the singular of one: analysis, analyses. */
function isStemOf(word: string, name: string): boolean {
  const stem = name.length > 6 ? name.slice(0, -2) : name;
  return name !== '' && word.startsWith(stem) && word.length - name.length <= 2;
}

const isId = (value: unknown): value is Id =>
  typeof value === 'number'
    ? Number.isSafeInteger(value) && value > 0
    : typeof value === 'string' && /^[\w.:-]{1,100}$/.test(value);

/** Whether this is the name of another thing than what was started: a person, a project, or what was there before, by the last word or the first. */
export const isOtherThing = (name: string): boolean =>
  /(^|_)(user|author|owner|creator|by|member|customer|client|account|team|organi[sz]ation|org|company|tenant|workspace|project|brand|folder|category|session|conversation|message|request|trace|correlation|subscription|plan|keyword|template|persona|profile)$|^(parent|source|previous|original|last|latest|old)(_|$)/.test(
    name,
  );
