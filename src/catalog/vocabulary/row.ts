import { type Answer, deletionAnswer } from './answer.ts';
import type { Audience, Refusals, Remedies } from './audience.ts';
import type { Arguments, Effect, Method, ProjectKind, Shape } from './basics.ts';
import type { DeclaredJob, Source } from './job.ts';
import type { LikelyFields } from './likely-field.ts';
import type { Limit } from './limit.ts';
import type { Price } from './price.ts';
import type { Rule } from './rule.ts';

/** One row of the contract. Omitted fields follow from the method or the family. */
export interface Row {
  /** What it does, in one sentence that helps a reader to choose. */
  readonly does: string;
  /** Effects that the name does not suggest, whether they can be undone, and the effect of repeating it. */
  readonly changes?: string | undefined;
  /**
   * Effects beyond the platform's records, permanent or at the team's cost: an e-mail, a public report, runs of a guest.
   * Shown before the call, as the first part of `changes`, and again with its answer.
   */
  readonly consequence?: string | undefined;
  /** A sentence about credits drawn later because of this call, outside its price and every limit here. */
  readonly recurring?: string | undefined;
  /** The effect of repeating the call, if it changes something again. Shown in the signature. */
  readonly twice?: string | undefined;
  /** Words of a person who does not know its name: "kick somebody out" for `DELETE /team/members/{user}`. */
  readonly asked: string;
  /** Arguments of the example call, if plausible ones cannot be derived from the types. */
  readonly example?: Arguments | undefined;
  /** Path parameters (default: a positive integer `id`), query fields of a read, body fields of a write. */
  readonly input?: Shape | undefined;
  /** The operations whose answers have the values of arguments, if they do not follow from address and name (`id-source.ts`). */
  readonly idFrom?: Readonly<Record<string, string>> | undefined;
  /** Query fields of a write. */
  readonly query?: Shape | undefined;
  /** Likely fields of a body that the contract does not show whole, in addition to `body`. */
  readonly likely?: LikelyFields | undefined;
  /** Set if the call is complete without a body; an open body only adds to it. */
  readonly optionalBody?: true | undefined;
  readonly multipart?: true | undefined;
  /** Arguments that are sent as a header, with its name. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The path parameter that may hold slashes. */
  readonly spans?: string | undefined;
  /** Arguments the platform rejects, by name or dotted path (`filter.project_id`), and what to use instead. */
  readonly retired?: Readonly<Record<string, string>> | undefined;
  readonly rules?: readonly Rule[] | undefined;
  /** Kinds of projects that it may create, open or choose beyond a pinned one: refused under such a pin. */
  readonly beyondPins?: readonly ProjectKind[] | undefined;
  /** Arguments that select one of the family's projects by something other than its id: refused if such a project is pinned. */
  readonly choosesProject?: readonly string[] | undefined;
  readonly output?: Shape | Answer | undefined;
  /** The fields of the answer that its concise view shows, separated by spaces. Absent: all. */
  readonly concise?: string | undefined;
  /** Fields of the answer, as `record.field`, that repeat another field: its concise view leaves them out. */
  readonly repeats?: readonly string[] | undefined;
  /** Meaning of the scores in the answer, as far as the contract states it. */
  readonly scale?: string | undefined;
  /** The status of a success, if it is not 200, or 202 for a job. */
  readonly status?: 201 | 202 | 204 | undefined;
  /** Further statuses of a success, each with its condition. */
  readonly otherwiseStatus?: Readonly<Partial<Record<200 | 201 | 202, string>>> | undefined;
  readonly price?: Price | undefined;
  readonly job?: DeclaredJob | undefined;
  readonly limits?: readonly Limit[] | undefined;
  readonly audience?: Partial<Audience> | undefined;
  readonly refuses?: Refusals | undefined;
  readonly remedies?: Remedies | undefined;
  /** Only if it does not follow from method and price, as for a removal by POST. */
  readonly effect?: Effect | undefined;
  /** Maximum seconds until the answer, if more than for an ordinary request. */
  readonly timeout?: number | undefined;
  /** The place where an effect shows, if there is no job to watch. */
  readonly shows?: string | undefined;
  /** Arguments of the first operation that `shows` names, if they are not those in the address. */
  readonly showsWith?: Readonly<Record<string, Source>> | undefined;
  /** Fields of the answer that the platform shows this once. They are kept until a caller has received them, and never listed or logged. */
  readonly shownOnce?: readonly string[] | undefined;
  /** Fields of the answer that are useful only with a certain argument, by the argument's name. */
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

/** The row of a removal, whose answer is `deletionAnswer` if the contract shows none. */
type Removal<R extends Row> = R extends { readonly output: unknown }
  ? R
  : R & { readonly output: typeof deletionAnswer };

export const del = <const P extends string, const R extends Row>(path: P, row: R): Draft<P, Removal<R>> =>
  draftFor('DELETE')(path, { output: deletionAnswer, ...row } as unknown as Removal<R>);

/** A second address of another operation, which search and sandbox know, but which is offered only under the first. */
export const alias = <const P extends string, const R extends Row>(of: string, draft: Draft<P, R>): Alias<P, R> => ({
  ...draft,
  aliasOf: of,
});
