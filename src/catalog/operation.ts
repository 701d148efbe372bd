import * as z from 'zod';

/**
 * The words in which the platform's contract is written down. A declaration says what the
 * contract says about one operation, and nothing else in the project says it again.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What calling an operation does, from its caller's point of view. `paid` wins over all others. */
export type Effect = 'read' | 'write' | 'delete' | 'paid';

/** The arguments of one call: path parameters, query and body fields in one flat object. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Fields by their contract names. */
export type Shape = Readonly<Record<string, z.ZodType>>;

// ── Price ───────────────────────────────────────────────────────────────────────────────────

/**
 * When the team's balance falls. `at_start`: before the job is dispatched (the contract's rule);
 * `on_success`: once, when the job has succeeded; `in_job`: by the job, when it knows the amount.
 */
export type Charged = 'at_start' | 'on_success' | 'in_job';

export interface PriceTerms {
  readonly charged?: Charged;
  /** A failed job gives its credits back. Document 1, "Credits": only where a row says so. */
  readonly refunded?: boolean;
  /** What was really drawn: where an answer states it (`credits_used`), or how it follows from the answer and the arguments. */
  readonly actual?: string | ((answer: unknown, input: Arguments) => number | undefined);
  /** Balance the platform wants to see at the start, where it is more than the price. */
  readonly gate?: number;
}

/** A free read that a price depends on: the operation, and its arguments from those of the priced call. */
export interface Fact {
  readonly operation: string;
  readonly with: Readonly<Record<string, string>>;
}

export type Price =
  /** Stated as free, or a read (document 1: reads cost nothing). */
  | { readonly kind: 'free' }
  /** The contract lists no cost and the operation only stores something: taken as free. */
  | { readonly kind: 'none_listed' }
  | ({ readonly kind: 'fixed'; readonly credits: number } & PriceTerms)
  /** An upper bound computed from the arguments and from facts. */
  | ({
      readonly kind: 'formula';
      /** The formula in words, as the basis of every estimate made with it. */
      readonly basis: string;
      /** `null`: these arguments have no bound. */
      readonly credits: (input: Arguments, facts: Readonly<Record<string, unknown>>) => number | null;
      readonly facts?: Readonly<Record<string, Fact>>;
      /** The most it can come to, where that is known whatever the arguments. */
      readonly atMost?: number;
    } & PriceTerms)
  /** Drawn as it goes, with no stated bound. */
  | ({ readonly kind: 'metered'; readonly basis: string } & PriceTerms)
  /** Starts paid work, and the contract does not say for how much. */
  | ({ readonly kind: 'unlisted'; readonly basis: string } & PriceTerms);

export const free: Price = { kind: 'free' };

/** A price of `credits` credits, charged at the start unless the terms say otherwise. */
export const fixed = (credits: number, terms: PriceTerms = {}): Price => ({ kind: 'fixed', credits, ...terms });

/** A price that depends on the arguments, told as an upper bound with its basis in words. */
export const formula = (
  basis: string,
  credits: (input: Arguments, facts: Readonly<Record<string, unknown>>) => number | null,
  terms: PriceTerms & { facts?: Record<string, Fact>; atMost?: number } = {},
): Price => ({ kind: 'formula', basis, credits, ...terms });

/** `credits` for each element of the list argument `field`. */
export const each = (field: string, credits: number, basis: string, terms: PriceTerms = {}): Price =>
  formula(basis, (input) => (Array.isArray(input[field]) ? input[field].length * credits : credits), terms);

export const metered = (basis: string, terms: PriceTerms = {}): Price => ({ kind: 'metered', basis, ...terms });

export const unlisted = (basis: string, terms: PriceTerms = {}): Price => ({ kind: 'unlisted', basis, ...terms });

// ── Job ─────────────────────────────────────────────────────────────────────────────────────

/** Where an argument of the watching operation comes from: the start's answer, its arguments, or the declaration itself. */
export type Source =
  | { readonly answer: readonly string[] }
  | { readonly input: string }
  | { readonly constant: string | number };

/** The value at the first of these paths that the answer to the start has; a `data` wrapper may be left out. */
export const answer = (...paths: string[]): Source => ({ answer: paths });

/** The value of the start's own argument `name`. */
export const input = (name: string): Source => ({ input: name });

/** The same value for every job. */
export const constant = (value: string | number): Source => ({ constant: value });

export type StateValue = string | number | boolean | null;

/**
 * Stands for "there is something, and it is not what was there before the start": the platform shows no state, only what
 * the job makes, and an earlier job's work stays in its place until then.
 */
export const changed = Symbol('changed');

/** `W` and `F` name the operations that a job's result comes from: the types of its data follow from them. */
export interface Job<W extends string = string, F extends string = string> {
  /** The operation that tells how the job stands. */
  readonly watch: W;
  readonly with: Readonly<Record<string, Source>>;
  /** Path to the state in the watching operation's answer, or in an element of it where that is a list. */
  readonly state: string;
  /** Where that answer is a list: the element whose `id` stands at this place in the start's answer; with `changes`, else the one that was not listed before. */
  readonly find?: Source;
  readonly done: readonly (StateValue | typeof changed)[];
  /**
   * The watched resource is older than the job, so that `state` may still show how an earlier job ended. These paths of the
   * same answer show which job it was: the client reads them before the start and compares. Empty: nothing but the state tells.
   */
  readonly changes?: readonly string[];
  /** With `changed`: the job fills its result bit by bit, and is done when two looks in a row show the same. */
  readonly gradual?: true;
  readonly failed?: readonly StateValue[];
  /** States in which the job waits for its caller, and the operation that answers. */
  readonly asks?: Readonly<Record<string, string>>;
  /** How long it usually takes, in seconds. Polls are spaced by it. */
  readonly usually: number;
  /** The shortest pause between polls, in seconds, where the contract states more than 5. */
  readonly backoff?: number;
  /** Path to a percentage in the watching operation's answer, or to how many of how many are done. */
  readonly progress?: string | readonly [done: string, total: string];
  /** Path to the reason of a failure. */
  readonly reason?: string;
  /** What to call for the result when it is done, with the same arguments as `watch` unless given. */
  readonly fetch?: F;
  readonly fetchWith?: Readonly<Record<string, Source>>;
}

// ── Limits, audience, refusals ──────────────────────────────────────────────────────────────

/** A limit of the platform beside the general one. Operations that name the same bucket share it. */
export interface Limit {
  readonly bucket: string;
  readonly requests: number;
  /** Seconds. */
  readonly per: number;
  /** Counted per token, or per project (the operation's first path parameter). */
  readonly scope: 'token' | 'project';
}

export const limit = (bucket: string, requests: number, per: number, scope: Limit['scope'] = 'token'): Limit => ({
  bucket,
  requests,
  per,
  scope,
});

export const minute = 60;
export const hour = 3600;

/**
 * Who may call: anybody without a token; anyone in the team; the owner of the thing or of the team
 * (or whom the row names); an administrator of the platform.
 */
export interface Audience {
  readonly who: 'public' | 'member' | 'owner' | 'admin';
  /** The gate in the contract's words, such as `manage settings`, where it says more than `who`. */
  readonly gate?: string;
  /** What others in the same team, or ordinary tokens, are answered. */
  readonly otherwise: 401 | 403 | 404;
  /** What a token of another team is answered (document 1, "Authentication", rule 3). */
  readonly foreign: 403 | 404;
}

/** Documented refusals: a status, and the platform's code (or `_` where it has none) with its condition. */
export type Refusals = Readonly<Partial<Record<number, string | Readonly<Record<string, string>>>>>;

/** By status, or by the platform's code: the operation that removes what such a refusal is about. */
export type Remedies = Readonly<Record<number | string, string>>;

/**
 * A field of a body that the contract does not show, as the rest of the contract suggests it: the fields of the answer,
 * filters of the list, neighbouring rows, the prose. It is a hint, never a rule: any other field passes untouched.
 */
export interface LikelyField<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  /** What it holds, and what suggests it. */
  readonly why: string;
  /** Further names for the same thing. The embedded platform takes them as well. */
  readonly also: readonly string[];
}

/** Likely fields by name, the one to try first in front. */
export type LikelyFields = Readonly<Record<string, LikelyField>>;

export const likely = <const T extends z.ZodType>(
  type: T,
  why: string,
  also: readonly string[] = [],
): LikelyField<T> => ({ type, why, also });

/** A condition over several fields. `field` is where the error shows. */
export interface Rule {
  readonly field: string;
  readonly says: string;
  readonly holds: (input: Arguments) => boolean;
}

export const rule = (field: string, says: string, holds: (input: Arguments) => boolean): Rule => ({
  field,
  says,
  holds,
});

// ── Answers ─────────────────────────────────────────────────────────────────────────────────

/** What the platform answers. Object shapes are loose: tomorrow's fields pass. */
export type Answer<S extends Shape = Shape, C extends string = string> =
  /** A flat object. */
  | Flat<S>
  /** `{data: {…}}`. */
  | One<S>
  /** `{data: […], meta}`; with `perPage`, paged. */
  | List<S>
  /** A bare array. */
  | Rows<S>
  | Csv<C>
  | Ndjson<S>
  | { readonly kind: 'binary'; readonly mime: string }
  | { readonly kind: 'nothing' };

export interface Flat<S extends Shape = Shape> {
  readonly kind: 'flat';
  readonly shape: S;
  /**
   * The contract does not show this answer. The shape is what the neighbouring rows answer with, and the embedded
   * platform; an empty body or a list is as good.
   */
  readonly assumed?: true;
}
export interface One<S extends Shape = Shape> {
  readonly kind: 'one';
  readonly shape: S;
}
export interface List<S extends Shape = Shape> {
  readonly kind: 'list';
  readonly shape: S;
  readonly perPage?: number;
  readonly most?: number;
}
/** A list that comes in pages. */
export type Paged<S extends Shape = Shape> = List<S> & { readonly perPage: number };
export interface Rows<S extends Shape = Shape> {
  readonly kind: 'rows';
  readonly shape: S;
}
export interface Csv<C extends string = string> {
  readonly kind: 'csv';
  readonly columns: readonly C[];
}
export interface Ndjson<S extends Shape = Shape> {
  readonly kind: 'ndjson';
  readonly shape: S;
}

type Maybe<S extends Shape> = { readonly [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> };

/** Fields of an answer that the contract does not show, as neighbours and the embedded platform have them: any may be missing or null. */
export const maybe = <S extends Shape>(shape: S): Maybe<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, type]) => {
      const field = type.nullable().optional();
      unshown.add(field);
      return [name, field];
    }),
  ) as Maybe<S>;

const unshown = new WeakSet<z.core.$ZodType>();

/** Whether the type belongs to a field that the contract does not show. */
export const isUnshown = (type: z.core.$ZodType): boolean => unshown.has(type);

/** An answer that the contract does not show. */
export const assumed = <S extends Shape>(shape: S): Flat<Maybe<S>> => ({
  kind: 'flat',
  shape: maybe(shape),
  assumed: true,
});

/** What removing something answers with, where nothing is shown. */
export const deleted = assumed({ deleted: z.boolean() });

export const one = <S extends Shape>(shape: S): One<S> => ({ kind: 'one', shape });
export const list = <S extends Shape>(shape: S): List<S> => ({ kind: 'list', shape });
/** A paged list; it gives the operation its `page` and `per_page` arguments. */
export const paged = <S extends Shape>(shape: S, perPage = 25, most?: number): Paged<S> => ({
  kind: 'list',
  shape,
  perPage,
  ...(most === undefined ? {} : { most }),
});
export const rows = <S extends Shape>(shape: S): Rows<S> => ({ kind: 'rows', shape });
export const csv = <const C extends string>(...columns: C[]): Csv<C> => ({ kind: 'csv', columns });
export const ndjson = <S extends Shape>(shape: S): Ndjson<S> => ({ kind: 'ndjson', shape });
export const binary = (mime: string): { readonly kind: 'binary'; readonly mime: string } => ({ kind: 'binary', mime });
export const nothing: { readonly kind: 'nothing' } = { kind: 'nothing' };

// ── Declarations ────────────────────────────────────────────────────────────────────────────

/** One row of the contract. What is left out follows from the method, or from the family. */
export interface Row {
  /** What it does, in one sentence to somebody who is choosing. */
  readonly does: string;
  /**
   * What a caller would not expect from the name: what else changes, what goes along, whether it can be undone, what
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
  /** What such a body takes in all likelihood; each is an optional argument beside `body`. */
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

/** One operation of the platform, complete. */
export interface Operation {
  /** `family.action`. */
  readonly name: string;
  readonly family: string;
  readonly method: Method;
  /** Relative to the service address, parameters in braces. */
  readonly path: string;
  readonly params: readonly string[];
  readonly does: string;
  readonly changes?: string;
  readonly words: string;
  readonly example: Arguments;
  /** All arguments as one object; unknown ones are refused. */
  readonly input: z.ZodObject;
  /** The arguments that travel in the query string; the others that are no path parameters, in the body. */
  readonly query: ReadonlySet<string>;
  readonly open: boolean;
  readonly likely: LikelyFields;
  /** The arguments that nothing but `likely` names. */
  readonly unstated: ReadonlySet<string>;
  readonly optionalBody: boolean;
  readonly multipart: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly spans?: string;
  readonly retired: Readonly<Record<string, string>>;
  readonly rules: readonly Rule[];
  readonly answer: Answer;
  readonly status: number;
  readonly otherwiseStatus: Readonly<Partial<Record<number, string>>>;
  readonly effect: Effect;
  readonly price: Price;
  readonly job?: Job;
  readonly limits: readonly Limit[];
  readonly audience: Audience;
  readonly refuses: Refusals;
  readonly remedies: Remedies;
  /** Seconds until the request is given up. */
  readonly timeout: number;
  readonly shows?: string;
  readonly shownOnce: readonly string[];
  readonly aliasOf?: string;
}

/** A subject of the platform and its operations. */
export interface Family<N extends string = string, D = Drafts> {
  readonly name: N;
  readonly about: string;
  readonly words: string;
  /** By action. Built at first use: most runs touch a few families only. */
  readonly operations: Readonly<Record<keyof D & string, Operation>>;
  /** For types only; there is nothing in it at run time. */
  readonly '~drafts'?: D;
}

/** What holds for a whole family unless a row says otherwise. */
export interface FamilyTerms {
  readonly words?: string;
  /** Arguments that no operation of the family takes any more, and what to use instead. */
  readonly retired?: Readonly<Record<string, string>>;
  readonly audience?: Partial<Audience>;
}

/** Declares a family: its name, one line about it, what all its rows share, and the rows. */
export function family<const N extends string, D extends object>(
  name: N,
  about: string,
  terms: FamilyTerms,
  declare: () => D,
): Family<N, D> {
  let built: Readonly<Record<keyof D & string, Operation>> | undefined;
  return {
    name,
    about,
    words: terms.words ?? '',
    get operations() {
      return (built ??= Object.fromEntries(
        Object.entries<Draft>(declare() as Drafts).map(([action, draft]) => [
          action,
          build(name, action, draft, terms),
        ]),
      ) as Record<keyof D & string, Operation>);
    },
  };
}

/** A positive whole number. The type of every identifier whose row states none. */
export const id = z.int().positive();

const body = z.record(z.string(), z.unknown()).describe('Further fields, sent as given');

function build(family: string, action: string, { method, path, row, aliasOf }: Draft, terms: FamilyTerms): Operation {
  const params = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  const declared = row.input ?? {};
  const fromPath = Object.fromEntries(params.map((name) => [name, declared[name] ?? id]));
  const output = toAnswer(row.output);
  const pages = output.kind === 'list' && output.perPage !== undefined ? pagingOf(output.perPage, output.most) : {};
  const price = row.price ?? (method === 'GET' ? free : { kind: 'none_listed' });
  const stated = { ...fromPath, ...pages, ...declared, ...row.query };
  const unstated = Object.entries(row.likely ?? {}).filter(([name]) => !Object.hasOwn(stated, name));
  const inQuery = method === 'GET' ? { ...pages, ...declared } : (row.query ?? {});
  return {
    name: `${family}.${action}`,
    family,
    method,
    path,
    params,
    does: row.does,
    words: row.words ?? '',
    example: row.example ?? {},
    input: z.strictObject({
      ...stated,
      ...Object.fromEntries(unstated.map(([name, { type }]) => [name, type.optional()])),
      ...(row.open ? { body: body.optional() } : {}),
    }),
    query: new Set(Object.keys(inQuery).filter((name) => !params.includes(name))),
    open: row.open ?? false,
    likely: row.likely ?? {},
    unstated: new Set(unstated.map(([name]) => name)),
    optionalBody: row.optionalBody ?? false,
    multipart: row.multipart ?? false,
    headers: row.headers ?? {},
    retired: { ...terms.retired, ...row.retired },
    rules: row.rules ?? [],
    answer: output,
    status: row.status ?? (row.job ? 202 : 200),
    otherwiseStatus: row.otherwiseStatus ?? {},
    effect: effectOf(method, price, row.effect),
    price,
    limits: row.limits ?? [],
    audience: { who: 'member', otherwise: 403, foreign: 403, ...terms.audience, ...row.audience },
    refuses: row.refuses ?? {},
    remedies: row.remedies ?? {},
    timeout: row.timeout ?? 30,
    shownOnce: row.shownOnce ?? [],
    ...(row.changes === undefined ? {} : { changes: row.changes }),
    ...(row.job ? { job: row.job } : {}),
    ...(row.spans === undefined ? {} : { spans: row.spans }),
    ...(row.shows === undefined ? {} : { shows: row.shows }),
    ...(aliasOf === undefined ? {} : { aliasOf }),
  };
}

/** Whatever can draw a credit is `paid`; then what the row says; then what the method says. */
function effectOf(method: Method, price: Price, stated: Effect | undefined): Effect {
  if (price.kind !== 'free' && price.kind !== 'none_listed') return 'paid';
  if (stated) return stated;
  if (method === 'GET') return 'read';
  return method === 'DELETE' ? 'delete' : 'write';
}

const isAnswer = (output: Shape | Answer): output is Answer => typeof (output as Answer).kind === 'string';

function toAnswer(output: Shape | Answer | undefined): Answer {
  if (!output) return { kind: 'flat', shape: {} };
  return isAnswer(output) ? output : { kind: 'flat', shape: output };
}

const pagingOf = (perPage: number, most: number | undefined): Shape => ({
  page: z.int().positive().optional().describe('Page, from 1'),
  per_page: z
    .int()
    .positive()
    .optional()
    .describe(most === undefined ? `Rows a page (${perPage})` : `Rows a page (${perPage}, at most ${most})`),
});
