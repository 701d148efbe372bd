import type { ProjectKind } from '../../catalog/index.ts';
import { scalarText } from '../../base/json/scalar-text.ts';
import { nearest } from '../../base/text/nearest.ts';
import { textsIn } from '../../base/text/texts-in.ts';
import { VisibilityError } from '../errors.ts';

/** The fields of a project or tracking project that name it. They are unknown, since answers are not validated. */
export interface NamedProject {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly brand_name?: unknown;
  readonly brand_aliases?: unknown;
  readonly domain?: unknown;
  readonly own_domains?: unknown;
  readonly status?: unknown;
}

/** What names are looked up for. */
export interface NameLookup {
  readonly kind: ProjectKind;
  /** The argument that holds the name. */
  readonly argument: string;
  /** `whole`, for operations, which may delete: a part of a name would be a guess. `parts`, for workflows: a part counts where no whole name matches. */
  readonly rule: 'whole' | 'parts';
}

/**
 * The record that an id, name, domain or address means; without any, the only record. An equal name goes before one
 * that contains the text, and among those a brand that was set up before a draft.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export function findProject<R extends NamedProject>(
  records: readonly R[],
  nameOrId: string | undefined,
  wanted: NameLookup,
): R {
  const matches = projectsNamed(records, nameOrId, wanted.rule);
  const [only] = matches;
  if (only && matches.length === 1) return only;
  throw createUnclear(records, matches, nameOrId, wanted);
}

/** All records that a name, domain or address may mean. */
export function projectsNamed<R extends NamedProject>(
  records: readonly R[],
  nameOrId: string | undefined,
  rule: NameLookup['rule'],
): readonly R[] {
  const ready = records.filter(({ status }) => status !== 'setup');
  const rules = rule === 'whole' ? [whole] : [whole, part];
  const tried = rules.flatMap((one) => [ready, records].map((some) => matching(some, nameOrId, one)));
  return tried.find((some) => some.length > 0) ?? [];
}

const whole = (text: string, name: string): boolean => name !== '' && text === name;

/** A part needs a letter or digit: every text contains the empty host of `/blog`, and every domain contains a dot. */
const part = (text: string, name: string): boolean => /[\p{L}\p{N}]/u.test(name) && text.includes(name);

function matching<R extends NamedProject>(
  records: readonly R[],
  nameOrId: string | undefined,
  matches: typeof whole,
): readonly R[] {
  if (nameOrId === undefined) return records;
  const identified = records.filter(({ id }) => scalarText(id) === nameOrId.trim());
  if (identified.length > 0) return identified;
  const [name, host] = [plain(nameOrId), hostOf(nameOrId)];
  return records.filter(
    (record) =>
      namesOf(record).some((one) => matches(plain(one), name)) ||
      domainsOf(record).some((one) => matches(hostOf(one), host)),
  );
}

/** Whether a text can only be an id: a number or a UUID. It need not be in a list, since another team may have shared the record. */
export const isBareId = (text: string): boolean =>
  /^\s*(\d+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\s*$/i.test(text);

/** Candidates that a refusal lists at most. */
const maxCandidates = 8;

function createUnclear(
  records: readonly NamedProject[],
  matches: readonly NamedProject[],
  nameOrId: string | undefined,
  { kind, argument }: NameLookup,
): Error {
  const listedRecords = [matches, projectsNamed(records, nameOrId, 'parts'), alike(records, nameOrId), records].find(
    (some) => some.length > 0,
  );
  const text = JSON.stringify(nameOrId?.slice(0, 60));
  const why = !listedRecords
    ? `the team has no ${kind} yet`
    : nameOrId === undefined
      ? `the team has several ${kind}s; say which`
      : `${matches.length > 0 ? `several ${kind}s match` : `no ${kind} matches`} ${text}`;
  const candidates = listedRecords?.slice(0, maxCandidates).map((record) => ({
    id: record.id,
    name: namesOf(record)[0],
    domain: domainsOf(record)[0],
  }));
  return new VisibilityError('invalid_arguments', `${argument}: ${why}. Nothing was changed or charged.`, {
    outcome: 'not_sent',
    // Where no name matches, picking one of them would be a guess, and may be paid for.
    next: !listedRecords
      ? create[kind]
      : nameOrId !== undefined && matches.length === 0
        ? `Ask which one is meant; none of these was named. Then give its id as ${argument}.`
        : `Ask which one is meant unless it is clear; then give its id as ${argument}.`,
    facts: candidates ? { candidates } : undefined,
  });
}

/** Records whose names are spelled alike. */
function alike(records: readonly NamedProject[], nameOrId: string | undefined): readonly NamedProject[] {
  const near = nearest(nameOrId ?? '', records.flatMap(calledOf), 5, 0.3);
  return records.filter((record) => calledOf(record).some((one) => near.includes(one)));
}

/** How to create the first record of a kind. */
const create: Readonly<Record<ProjectKind, string>> = {
  project: 'projects.create makes one, free: describe_operation {"operation":"projects.create"}',
  'tracking project': "track_brand, with the brand's own domain, brings the first one into tracking.",
};

const namesOf = ({ brand_name, name, brand_aliases }: NamedProject): string[] =>
  textsIn(brand_name, name, brand_aliases);
const domainsOf = ({ domain, own_domains }: NamedProject): string[] => textsIn(domain, own_domains);

/** Names, then domains. */
export const calledOf = (record: NamedProject): string[] => [...namesOf(record), ...domainsOf(record)];

/** A text in the form in which names and titles are compared, without invisible characters that were copied with it. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');

/** The host in an address, also in one that a person has typed. Empty where there is none. */
export const hostOf = (address: string): string =>
  plain(address)
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');
