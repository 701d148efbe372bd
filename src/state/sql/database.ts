/** Values of a statement. Columns have no booleans: 1 and 0 stand for them. */
export type Value = string | number | Uint8Array | null;

export type SqlRow = Readonly<Record<string, Value>>;

/** SQL with a `?` for each of its values: a statement, or a part of one. Made by `sql`. */
export interface Query {
  readonly text: string;
  readonly values: readonly Value[];
}

export interface StatementResult {
  readonly rows: readonly unknown[];
  /** Rows written. */
  readonly changes: number;
}

/**
 * The steps of a transaction: a generator that yields statements and receives their answers. Written this way, the same steps
 * run on an engine that answers at once and on one that answers over a network, so that decisions about money are written
 * only once.
 */
export type Steps<T> = Generator<Query, T, StatementResult>;

/** The store's time at the start of the transaction. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds of the store's steady clock. */
  readonly steady: number;
}

/** Names of the locks that a transaction holds until its end: one, several, or none. */
export type Locks = string | readonly string[] | null;

/** An engine. */
export interface Database {
  /** The secret key of the hashes that stand for accounts. */
  readonly key: string;
  /**
   * Runs the steps as one transaction, excluding others with one of the same `locks`. Steps of a single statement need none.
   * Rejects with `StateUnavailable` if the engine cannot run them.
   * @param survives what the commit survives. `process`: the death of any process but not a power failure, which is faster.
   * Default: both
   */
  transaction<T>(locks: Locks, steps: (moment: Moment) => Steps<T>, survives?: 'process'): Promise<T>;
  /** Copies the store into a file. Rejects if the engine has its own tools for that. */
  backup(file: string): Promise<void>;
  /** Problems of the storage itself, one line each. Reads all of it. */
  check(): Promise<string[]>;
  close(): Promise<void>;
}

/** Template tag. An inserted query becomes a part of the SQL; anything else is one of its values, and `undefined` is NULL. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Query | Value | undefined)[]): Query {
  let text = texts[0] as string;
  const values: Value[] = [];
  for (const [at, part] of parts.entries()) {
    const query = isQuery(part) ? part : { text: '?', values: [part ?? null] };
    text += query.text + texts[at + 1];
    values.push(...query.values);
  }
  return { text, values };
}

const isQuery = (part: Query | Value | undefined): part is Query =>
  typeof part === 'object' && part !== null && 'text' in part;

/** SQL without values, such as the name of a table. */
export const raw = (text: string): Query => ({ text, values: [] });

/** Values or queries with a separator between them. */
export const join = (parts: readonly (Query | Value)[], separator = ', '): Query => {
  const queries = parts.map((part) => sql`${part}`);
  return { text: queries.map(({ text }) => text).join(separator), values: queries.flatMap(({ values }) => values) };
};

/** All rows that the statement selects. `T` declares their columns; both engines read numbers as numbers. */
export function* rows<T = SqlRow>(query: Query): Steps<T[]> {
  return (yield query).rows as T[];
}

/** The first row that the statement selects. */
export function* row<T = SqlRow>(query: Query): Steps<T | undefined> {
  return (yield query).rows[0] as T | undefined;
}

/** The row of a statement that always selects exactly one, such as a sum. */
export function* only<T>(query: Query): Steps<T> {
  return (yield query).rows[0] as T;
}

/** Whether the statement selects a row. */
export function* exists(query: Query): Steps<boolean> {
  return (yield query).rows.length > 0;
}

/** Number of rows that the statement has written. */
export function* run(query: Query): Steps<number> {
  return (yield query).changes;
}

/** Whether the statement has written a row. */
export function* hasEffect(query: Query): Steps<boolean> {
  return (yield query).changes > 0;
}
