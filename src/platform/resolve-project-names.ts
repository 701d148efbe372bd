import type { Operation } from '../catalog/operation.ts';
import type { ProjectKind } from '../catalog/operation.ts';
import { projectArguments } from '../catalog/project-arguments.ts';
import type { Client } from '../client/client.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import { nearest } from '../nearest.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The arguments of a call, names and domains of projects replaced by their ids. Only a whole name or domain counts: a
 * part of one would be a guess. Ids pass as they are, and cost no read. Calls of tools, programs and the library all come here.
 *
 * @param now milliseconds since the epoch, for the age of the list that names are looked up in
 * @throws VisibilityError `invalid_arguments` with the candidates, where a name fits none or several
 */
export async function resolveProjectNames(
  client: Client,
  operation: Operation,
  given: Fields,
  now: number,
): Promise<Fields> {
  const kinds = projectArguments(operation);
  if (kinds.size === 0) return given;
  const resolved: Record<string, unknown> = { ...given };
  for (const [name, kind] of kinds) {
    if (isName(given[name])) resolved[name] = await idOf(client, operation, kind, name, given[name], now);
  }
  const { body } = given;
  if (!operation.open || !isFields(body)) return resolved;
  const inBody: Record<string, unknown> = { ...body };
  for (const [name, kind] of kinds) {
    if (isName(body[name])) inBody[name] = await idOf(client, operation, kind, name, body[name], now);
  }
  return { ...resolved, body: inBody };
}

/** After a call that may have made, renamed or deleted a project: names are read again. */
export function forgetProjectNames(client: Client, { family, effect }: Operation): void {
  if (effect !== 'read' && changing.has(family)) listed.delete(client);
}

const changing: ReadonlySet<string> = new Set(['projects', 'tracking', 'ingest', 'tracking_shares']);

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !/^\s*\d+\s*$/.test(value);

/** Milliseconds for which a list of projects is used again. */
const listedForMs = 60_000;

interface Listed {
  readonly at: number;
  readonly records: Promise<readonly Fields[]>;
}

const listed = new WeakMap<Client, Map<ProjectKind, Listed>>();

async function idOf(
  client: Client,
  { name: operation, effect }: Operation,
  kind: ProjectKind,
  argument: string,
  meant: string,
  now: number,
): Promise<unknown> {
  // What is deleted by name is looked up at that moment.
  const fresh = effect === 'delete';
  let records = await recordsOf(client, kind, now, fresh ? 0 : listedForMs);
  let found = equalTo(records, meant);
  if (found.length === 0 && !fresh) {
    records = await recordsOf(client, kind, now, 0);
    found = equalTo(records, meant);
  }
  const [only] = found;
  if (only && found.length === 1) return only['id'];
  throw unclear(operation, kind, argument, meant, found, records);
}

async function recordsOf(
  client: Client,
  kind: ProjectKind,
  now: number,
  noOlderThanMs: number,
): Promise<readonly Fields[]> {
  const lists = listed.get(client) ?? new Map<ProjectKind, Listed>();
  listed.set(client, lists);
  const known = lists.get(kind);
  if (known && now - known.at < noOlderThanMs) return known.records;
  // Not given the signal: one caller's cancelling must not end what another waits for.
  const records = readers[kind](client);
  lists.set(kind, { at: now, records });
  try {
    return await records;
  } catch (error) {
    if (lists.get(kind)?.records === records) lists.delete(kind);
    throw error;
  }
}

/** Each page is a request of the 60 a minute: 10 pages of 100 must do. */
const maxPages = 10;

const readers: Readonly<Record<ProjectKind, (client: Client) => Promise<readonly Fields[]>>> = {
  project: async (client) => {
    const records: Fields[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const reply = await client.call('projects.list', { page, per_page: 100 });
      records.push(...listIn(reply.data));
      if (!reply.page || reply.page.page >= reply.page.last_page) break;
    }
    return records;
  },
  'tracking project': async (client) => listIn((await client.call('tracking.list', {})).data),
};

const listIn = (data: unknown): Fields[] => (Array.isArray(data) ? data.filter(isFields) : []);

/** The records of that name or domain; a brand that was set up goes before a draft that never was. */
function equalTo(records: readonly Fields[], meant: string): readonly Fields[] {
  const equal = records.filter(
    (record) =>
      namesOf(record).some((name) => plain(name) === plain(meant)) ||
      domainsOf(record).some((domain) => hostOf(domain) === hostOf(meant)),
  );
  const ready = equal.filter(({ status }) => status !== 'setup');
  return ready.length > 0 ? ready : equal;
}

const namesOf = ({ brand_name, name, brand_aliases }: Fields): string[] => textsIn(name, brand_name, brand_aliases);
const domainsOf = ({ domain, own_domains }: Fields): string[] => textsIn(domain, own_domains);

const textsIn = (...values: readonly unknown[]): string[] =>
  values.flat().filter((value): value is string => typeof value === 'string' && value !== '');

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

const hostOf = (address: string): string =>
  plain(address)
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#].*$/, '');

const lister: Readonly<Record<ProjectKind, string>> = {
  project: 'projects.list',
  'tracking project': 'tracking.list',
};

function unclear(
  operation: string,
  kind: ProjectKind,
  argument: string,
  meant: string,
  found: readonly Fields[],
  records: readonly Fields[],
): Error {
  const candidates = [found, alike(records, meant), records].find((some) => some.length > 0) ?? [];
  const said = JSON.stringify(meant.slice(0, 60));
  return new VisibilityError(
    'invalid_arguments',
    `${operation}: ${found.length > 0 ? `several ${kind}s are called ${said}` : `no ${kind} has the name or domain ${said}`}. Nothing was sent.`,
    {
      outcome: 'not_sent',
      next:
        candidates.length > 0
          ? `Ask which one is meant unless it is clear; then give its id as ${argument}.`
          : `call_read {"operation":"${lister[kind]}"}`,
      facts: {
        candidates: candidates.slice(0, 5).map((record) => ({
          id: record['id'],
          name: namesOf(record)[0],
          domain: domainsOf(record)[0],
        })),
      },
    },
  );
}

/** Those that hold what was said in their name, then those spelled like it. */
function alike(records: readonly Fields[], meant: string): readonly Fields[] {
  const holding = records.filter((record) =>
    [...namesOf(record), ...domainsOf(record)].some((name) => plain(name).includes(plain(meant))),
  );
  if (holding.length > 0) return holding;
  const near = nearest(
    meant,
    records.flatMap((record) => [...namesOf(record), ...domainsOf(record)]),
    5,
  );
  return records.filter((record) => [...namesOf(record), ...domainsOf(record)].some((name) => near.includes(name)));
}
