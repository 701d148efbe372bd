import type { Answer } from './answer.ts';
import type { Audience, Refusals, Remedies } from './audience.ts';
import type { Arguments, Effect, Method, Shape } from './basics.ts';
import type { Job } from './job.ts';
import type { LikelyFields } from './likely-field.ts';
import type { Limit } from './limit.ts';
import type { Price } from './price.ts';
import type { Rule } from './rule.ts';

/** One row of the contract. What is left out follows from the method, or from the family. */
export interface Row {
  /** What it does, in one sentence to somebody who is choosing. */
  readonly does: string;
  /**
   * Effects that the name does not suggest: what else changes, what is removed too, whether it can be undone, what
   * repeating it does. One or two short sentences.
   */
  readonly changes?: string;
  /** Other words people use for it. */
  readonly words?: string;
  /** Arguments of the example call, where plausible ones cannot be derived from the types. */
  readonly example?: Arguments;
  /** Path parameters (a positive integer `id` where not given), query fields of a read, body fields of a write. */
  readonly input?: Shape;
  /** Query fields of a write. */
  readonly query?: Shape;
  /** The contract does not show the body, or not all of it: an open `body` is passed on untouched. */
  readonly open?: true;
  /** Likely fields of such a body; each is an optional argument beside `body`. */
  readonly likely?: LikelyFields;
  /** The address alone says what to do; an open body only adds to it. */
  readonly optionalBody?: true;
  readonly multipart?: true;
  /** Arguments that travel as a header, and its name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The path parameter that may hold slashes. */
  readonly spans?: string;
  /** Arguments the platform rejects, and what to use instead. */
  readonly retired?: Readonly<Record<string, string>>;
  readonly rules?: readonly Rule[];
  readonly output?: Shape | Answer;
  /** The status of a success, where it is not 200, or 202 for a job. */
  readonly status?: 201 | 202 | 204;
  /** Further statuses of a success, and when each is answered. */
  readonly otherwiseStatus?: Readonly<Partial<Record<200 | 201 | 202, string>>>;
  readonly price?: Price;
  readonly job?: Job;
  readonly limits?: readonly Limit[];
  readonly audience?: Partial<Audience>;
  readonly refuses?: Refusals;
  readonly remedies?: Remedies;
  /** Only where method and price do not tell: a removal by POST, say. */
  readonly effect?: Effect;
  /** Seconds the answer itself may take, where that is more than an ordinary request. */
  readonly timeout?: number;
  /** Where an effect shows that cannot be watched. */
  readonly shows?: string;
  /** Fields of the answer that the platform shows this once. They are kept until a caller has received them, and never listed or logged. */
  readonly shownOnce?: readonly string[];
}

/** A row with its address. Path and row keep their own types: arguments and answers are derived from them. */
export interface Draft<P extends string = string, R extends Row = Row> {
  readonly method: Method;
  readonly path: P;
  readonly row: R;
  readonly aliasOf?: string;
}

/** A second address of another operation. */
export interface Alias<P extends string = string, R extends Row = Row> extends Draft<P, R> {
  readonly aliasOf: string;
}

/** The rows of a family, by action. */
export type Drafts = Readonly<Record<string, Draft>>;

const verb =
  (method: Method) =>
  <const P extends string, const R extends Row>(path: P, row: R): Draft<P, R> => ({ method, path, row });

export const get = verb('GET');
export const post = verb('POST');
export const put = verb('PUT');
export const patch = verb('PATCH');
export const del = verb('DELETE');

/** A second address of another operation, known to search and sandbox, offered under the first only. */
export const alias = <const P extends string, const R extends Row>(of: string, draft: Draft<P, R>): Alias<P, R> => ({
  ...draft,
  aliasOf: of,
});
