import { DatabaseSync } from 'node:sqlite';
import type { OperationName } from '../../src/catalog/operation-types.ts';

/** Calls whose name says that they reach many things: all that belongs to what they name, or all of a project's. */
const wide: ReadonlySet<string> = new Set<OperationName>([
  'projects.delete',
  'tracking.delete',
  'tracking.run',
  'tracking.sync_sources',
  'prompts.bulk_classify_persona',
  'prompts.bulk_classify_intent',
  'prompts.refresh_volumes',
  'keyword_suggestions.sitemap_scan',
  'prompt_tags.apply_single_tag',
  'accuracy.reverify',
  'brand_knowledge.rebuild_index',
  'competitor_analyses.delete',
  'autopilot.delete',
  'google.disconnect',
  'review_sources.delete',
]);

/** Things of which the caller has one, and which no id names. */
const own = /^(account|goal_profile|module) /;

/** The file of an embedded platform, which can be set back to how it was when this was made. */
export class Documents {
  readonly #database: DatabaseSync;
  readonly #tables: readonly string[];

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 5_000 });
    this.#tables = this.#database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => String(name));
    this.#database.exec(
      `ATTACH ':memory:' AS began; ${this.#each((table) => `CREATE TABLE began.${table} AS SELECT * FROM main.${table} ORDER BY rowid`)}`,
    );
  }

  /** All documents: `kind id` to content. */
  all(): Map<string, string> {
    const rows = this.#database.prepare('SELECT kind, id, deleted_at, parent, body FROM documents').all();
    return new Map(rows.map(({ kind, id, ...rest }) => [`${kind} ${id}`, JSON.stringify(rest)]));
  }

  reset(): void {
    const refill = this.#each(
      (table) => `DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM began.${table}`,
    );
    this.#database.exec(`BEGIN IMMEDIATE; ${refill}; COMMIT`);
  }

  close(): void {
    this.#database.close();
  }

  #each(write: (table: string) => string): string {
    return this.#tables.map(write).join('; ');
  }
}

/** The documents that were there before and differ now, although the call does not name them. */
export function unnamedChanges(
  operation: string,
  given: unknown,
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): string[] {
  if (wide.has(operation)) return [];
  const givenValues = new Set(valuesIn(given));
  const parents = new Set(
    [...before].filter(([document]) => givenValues.has(idIn(document))).flatMap(([, row]) => linksOf(row)),
  );
  /** A part of what the call names, or what that is a part of. */
  const isRelated = (document: string): boolean =>
    parents.has(idIn(document)) || linksOf(before.get(document) ?? '{}').some((id) => givenValues.has(id));
  return [...before.keys()].filter(
    (document) =>
      before.get(document) !== now.get(document) &&
      !own.test(document) &&
      !givenValues.has(idIn(document)) &&
      !isRelated(document),
  );
}

const idIn = (document: string): string => document.split(' ')[1] ?? '';

/** The ids of the documents that a document belongs to, or names. */
function linksOf(row: string): string[] {
  const { parent, body } = JSON.parse(row);
  const named = Object.entries(JSON.parse(body ?? '{}')).filter(([field]) => field.endsWith('_id'));
  return [parent, ...named.map(([, value]) => value)].filter((id) => id !== null).map(String);
}

const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : [String(value)];
