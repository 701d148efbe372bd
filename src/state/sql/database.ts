/** Values of a statement: texts, numbers and nulls. Booleans are 1 and 0. */
export type Value = string | number | null;

export type Row = Readonly<Record<string, Value>>;

/** One statement; `?` stands for the values in turn. */
export interface Query {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface Answer {
  readonly rows: readonly Row[];
  /** Rows written. */
  readonly changes: number;
}

/**
 * The steps of a transaction: a generator that yields statements and receives their answers. Written this way, the
 * same steps run on an engine that answers at once and on one that answers over a network, so that what
 * is decided about money is written down once.
 */
export type Steps<T> = Generator<Query, T, Answer>;

/** The store's time, read when the transaction has begun. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds of the store's steady clock. */
  readonly steady: number;
}

/** An engine. */
export interface Database {
  /**
   * Runs the steps alone among those that name the same `lock`; all or nothing of them is kept. Steps of a single
   * statement need no lock. Those that need several name them in the order in which all others do. Rejects with
   * `StateUnavailable` if the engine cannot carry them out.
   */
  transaction<T>(lock: string | readonly string[] | null, steps: (moment: Moment) => Steps<T>): Promise<T>;
  /** Copies the store into a file. Rejects where the engine has tools of its own for that. */
  backup(file: string): Promise<void>;
  /** What is wrong with the storage itself, one line each. Reads all of it. */
  check(): Promise<string[]>;
  /** A number that changes with each write of another connection, read without a lock. Absent where other connections notify this one. */
  writesOfOthers?(): number;
  close(): Promise<void>;
}

/** SQL of one step, for both engines or for each. Types are SQLite's: PostgreSQL's own are put in their place. */
export type Migration = string | { readonly sqlite: string; readonly postgres: string };

/** All rows that the statement finds. */
export function* rows(sql: string, ...values: Value[]): Steps<readonly Row[]> {
  return (yield { sql, values }).rows;
}

/** The first row that the statement finds. */
export function* row(sql: string, ...values: Value[]): Steps<Row | undefined> {
  return (yield { sql, values }).rows[0];
}

/** How many rows the statement has written. */
export function* run(sql: string, ...values: Value[]): Steps<number> {
  return (yield { sql, values }).changes;
}
