import type { Id } from '../catalog/vocabulary/id-text.ts';
import type { OperationName } from '../catalog/operation-types.ts';
import type { Clock } from '../base/clock.ts';
import type { Client } from '../client/client.ts';
import { isFields, type Fields } from '../base/json/is-fields.ts';
import { pages, recordsOf } from '../client/answers/pages/index.ts';
import { readOperation } from './read-operation.ts';
import type { NamedRecord } from './resource.ts';

type Names = () => Promise<readonly NamedRecord[]>;

/** Milliseconds for which names are used again, since people type faster than lists change. */
const cacheMs = 60_000;

/** Projects whose lists are read, for records that are listed by project: each takes a request. */
const maxProjects = 5;

/**
 * Names of records of each kind, by template, for suggestions while somebody types. However much is typed, a list costs at most one
 * request a minute, also one that failed; records listed by project cost one for each of the newest projects.
 */
export function namesOf(client: Client, clock: Clock): Readonly<Record<string, Names>> {
  const namesFromList = (operation: OperationName, id: string, ...fields: string[]): Names =>
    cached(clock, async () => namesIn(await firstPage(client, clock, operation, {}), id, fields));
  const projects = pinned(namesFromList('projects.list', 'id', 'name', 'domain'), client.pins?.project);
  /** Records that are listed only by project. A project whose list cannot be read is left out. */
  const inProjects = (operation: OperationName, ...fields: string[]): Names =>
    cached(clock, async () => {
      const newest = (await projects()).slice(0, maxProjects);
      const lists = await Promise.allSettled(
        newest.map(({ id }) => firstPage(client, clock, operation, { project: Number(id) })),
      );
      return lists.flatMap((list) => (list.status === 'fulfilled' ? namesIn(list.value, 'id', fields) : []));
    });
  return {
    projects,
    articles: inProjects('articles.list', 'title', 'slug'),
    storylines: inProjects('storylines.list', 'keyword'),
    'tracking-projects': pinned(
      namesFromList('tracking.list', 'id', 'brand_name', 'name', 'domain'),
      client.pins?.trackingProject,
    ),
    wiki: namesFromList('wiki.pages', 'slug', 'title', 'slug'),
    files: namesFromList('files.list', 'id', 'original_name'),
    images: namesFromList('images.list', 'id', 'title'),
    'grounding-audits': namesFromList('grounding.audits', 'audit_id', 'url'),
    'content-audits': namesFromList('content_audits.list', 'id', 'source_url'),
    'page-audits': namesFromList('page_audit.list', 'id', 'url'),
    jobs: async () =>
      (await client.jobs({ limit: 100 })).map(({ job_id, operation }) => ({ id: job_id, names: [operation] })),
  };
}

/** Only the project that calls are tied to, where there is one. */
const pinned =
  (names: Names, pin: Id | undefined): Names =>
  async () =>
    pin === undefined ? names() : (await names()).filter(({ id }) => id === String(pin));

/** The first page of a list, of the largest size that the platform takes. */
async function firstPage(client: Client, clock: Clock, name: OperationName, args: Fields): Promise<readonly unknown[]> {
  const { operationNamed } = await import('../catalog/index.ts');
  const first = await pages(operationNamed(name), args, (input) => readOperation(client, clock, name, input)).next();
  return first.done ? [] : first.value.records;
}

function cached(clock: Clock, list: Names): Names {
  let last: { readonly at: number; readonly names: Promise<readonly NamedRecord[]> } | undefined;
  return () => {
    if (!last || clock.steady() - last.at >= cacheMs) last = { at: clock.steady(), names: list().catch(() => []) };
    return last.names;
  };
}

function namesIn(data: unknown, id: string, fields: readonly string[]): NamedRecord[] {
  const rows = recordsOf(data);
  const records: readonly unknown[] = Array.isArray(rows) ? rows : [];
  return records.filter(isFields).flatMap((record) => nameOne(record, id, fields));
}

function nameOne(record: Fields, id: string, fields: readonly string[]): NamedRecord[] {
  const value = record[id];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return [
    {
      id: String(value),
      names: fields
        .map((field) => record[field])
        .filter((name): name is string => typeof name === 'string' && name !== ''),
    },
  ];
}
