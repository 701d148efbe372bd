import type { Answer } from './answer.ts';
import type { Audience, Refusals, Remedies } from './audience.ts';
import type { Arguments, Effect, Method, ProjectKind, Shape } from './basics.ts';
import type { Job, Source } from './job.ts';
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
  readonly changes?: string | undefined;
  /**
   * What goes beyond the platform's records, permanently or at the team's cost: a mail that is sent, a public report, runs of a guest.
   * It is said before the call, as the first part of `changes`, and again with its answer.
   */
  readonly consequence?: string | undefined;
  /**
   * What the platform draws later, automatically, because of this call, as a sentence. It is no part of the price: the call
   * draws nothing for it, and no limit here can hold it.
   */
  readonly recurring?: string | undefined;
  /** What a second call of the same does, where it does not leave things as the first has. It stands in the signature. */
  readonly twice?: string | undefined;
  /** Words and phrases of somebody who does not know the name of the operation: "kick somebody out" for `DELETE /team/members/{user}`. */
  readonly asked: string;
  /** Arguments of the example call, where plausible ones cannot be derived from the types. */
  readonly example?: Arguments | undefined;
  /** Path parameters (a positive integer `id` where not given), query fields of a read, body fields of a write. */
  readonly input?: Shape | undefined;
  /** The operations whose answers have the values of arguments, where address and name do not tell them (`id-source.ts`). */
  readonly idFrom?: Readonly<Record<string, string>> | undefined;
  /** Query fields of a write. */
  readonly query?: Shape | undefined;
  /** Likely fields of a body that the contract does not show whole: optional arguments beside `body`, which is passed on untouched. */
  readonly likely?: LikelyFields | undefined;
  /** The address alone says what to do; an open body only adds to it. */
  readonly optionalBody?: true | undefined;
  readonly multipart?: true | undefined;
  /** Arguments that travel as a header, and its name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path parameter that may hold slashes. */
  readonly spans?: string | undefined;
  /** Arguments the platform rejects, by name or dotted path (`filter.project_id`), and what to use instead. */
  readonly retired?: Readonly<Record<string, string>> | undefined;
  readonly rules?: readonly Rule[] | undefined;
  /** It makes or opens other projects of these kinds than a pinned one, or lets the platform's agent choose: refused under such a pin. */
  readonly beyondPins?: readonly ProjectKind[] | undefined;
  /** Arguments that choose one of the family's projects by something else than its id: closed where such a project is pinned. */
  readonly choosesProject?: readonly string[] | undefined;
  readonly output?: Shape | Answer | undefined;
  /**
   * The declared fields of the answer that its concise view shows: ids, not bulk (texts, research, settings) or bookkeeping, which
   * is listed by name, separated by spaces. Absent: all.
   */
  readonly concise?: string | undefined;
  /** Fields of the answer, as `record.field`, that say again what another field says: its concise view leaves them out. */
  readonly repeats?: readonly string[] | undefined;
  /** Meaning of the scores in the answer, as far as the contract states it. */
  readonly scale?: string | undefined;
  /** The status of a success, where it is not 200, or 202 for a job. */
  readonly status?: 201 | 202 | 204 | undefined;
  /** Further statuses of a success, and when each is answered. */
  readonly otherwiseStatus?: Readonly<Partial<Record<200 | 201 | 202, string>>> | undefined;
  readonly price?: Price | undefined;
  readonly job?: Job | undefined;
  readonly limits?: readonly Limit[] | undefined;
  readonly audience?: Partial<Audience> | undefined;
  readonly refuses?: Refusals | undefined;
  readonly remedies?: Remedies | undefined;
  /** Only where method and price do not tell: a removal by POST, say. */
  readonly effect?: Effect | undefined;
  /** Seconds the answer itself may take, where that is more than an ordinary request. */
  readonly timeout?: number | undefined;
  /** Where an effect shows that cannot be watched. */
  readonly shows?: string | undefined;
  /** Arguments of the operation that `shows` names first, where they are not those of the same address. */
  readonly showsWith?: Readonly<Record<string, Source>> | undefined;
  /** Fields of the answer that the platform shows this once. They are kept until a caller has received them, and never listed or logged. */
  readonly shownOnce?: readonly string[] | undefined;
  /** Fields of the answer that are of use only where an argument was given, by its name. */
  readonly onlyWith?: Readonly<Record<string, string>> | undefined;
}

/** A row with its address. Path and row keep their own types: arguments and answers are derived from them. */
export interface Draft<P extends string = string, R extends Row = Row> {
  readonly method: Method;
  readonly path: P;
  readonly row: R;
  readonly aliasOf?: string | undefined;
}

/** A second address of another operation. */
export interface Alias<P extends string = string, R extends Row = Row> extends Draft<P, R> {
  readonly aliasOf: string;
}

/** The rows of a family, by action. */
export type Drafts = Readonly<Record<string, Draft>>;

const draftFor =
  (method: Method) =>
  <const P extends string, const R extends Row>(path: P, row: R): Draft<P, R> => ({ method, path, row });

export const get = draftFor('GET');
export const post = draftFor('POST');
export const put = draftFor('PUT');
export const patch = draftFor('PATCH');
export const del = draftFor('DELETE');

/** A second address of another operation, known to search and sandbox, offered under the first only. */
export const alias = <const P extends string, const R extends Row>(of: string, draft: Draft<P, R>): Alias<P, R> => ({
  ...draft,
  aliasOf: of,
});
