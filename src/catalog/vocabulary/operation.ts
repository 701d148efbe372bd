import * as z from 'zod';
import { definedFields } from '../../base/json/defined-fields.ts';
import type { Answer } from './answer.ts';
import type { Audience } from './audience.ts';
import type { Effect, Method, ProjectKind, Shape } from './basics.ts';
import { free, type Price } from './price.ts';
import { id, integerId } from './id.ts';
import { completeJob, type Job } from './job.ts';
import type { Draft, Drafts, Row } from './row.ts';

/** The fields of an operation that are those of its row. */
type Stated = Pick<
  Row,
  'asked' | 'consequence' | 'does' | 'onlyWith' | 'repeats' | 'shows' | 'showsWith' | 'spans' | 'twice'
>;

/** The fields of an operation with defaults for what its row omits. */
const unstatedFields = {
  beyondPins: [],
  choosesProject: [],
  example: {},
  headers: {},
  idFrom: {},
  likely: {},
  limits: [],
  otherwiseStatus: {},
  refuses: {},
  remedies: {},
  rules: [],
  shownOnce: [],
  optionalBody: false,
  multipart: false,
  timeout: 30,
} as const;

type Completed = {
  readonly [F in Exclude<keyof typeof unstatedFields, 'optionalBody' | 'multipart'>]: NonNullable<Row[F]>;
};

/** One operation of the platform, complete. */
export interface Operation extends Stated, Completed {
  /** `family.action`. */
  readonly name: string;
  readonly family: string;
  readonly method: Method;
  /** Relative to the service address, parameters in braces. */
  readonly path: string;
  readonly params: readonly string[];
  readonly changes?: string | undefined;
  /** Text about credits that the platform draws later because of a call, with the note that no limit here covers them. */
  readonly recurring?: string | undefined;
  /** All arguments as one object; unknown ones are refused. */
  readonly input: z.ZodObject;
  /** The arguments in the query string. All others except path parameters are in the body. */
  readonly query: ReadonlySet<string>;
  /** Whether the contract does not show the whole body, so that the fields of an argument `body` are sent as given. */
  readonly open: boolean;
  /** The arguments that are only declared as `likely`. */
  readonly unstated: ReadonlySet<string>;
  readonly optionalBody: boolean;
  readonly multipart: boolean;
  /** The kind of project that its arguments mean by default. */
  readonly projects: ProjectKind;
  readonly answer: Answer;
  readonly concise?: readonly string[] | undefined;
  readonly scale?: string | undefined;
  /** Meanings of words in its answer that are not English. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
  readonly status: number;
  readonly effect: Effect;
  readonly price: Price;
  readonly job?: Job | undefined;
  readonly audience: Audience;
  readonly retired: Readonly<Record<string, string>>;
  readonly aliasOf?: string | undefined;
}

/** A subject of the platform and its operations. */
export interface Family<N extends string = string, D = Drafts> {
  readonly name: N;
  readonly about: string;
  readonly words: string;
  /** By action. Built at first use, since most runs use only a few families. */
  readonly operations: Readonly<Record<keyof D & string, Operation>>;
  /** For types only; empty at run time. */
  readonly '~drafts'?: D | undefined;
}

/** Defaults of a whole family, unless a row says otherwise. */
export interface FamilyDefaults {
  readonly words?: string | undefined;
  /** The kind of project that its operations mean. Default: content projects. */
  readonly projects?: ProjectKind | undefined;
  /** Arguments that no operation of the family accepts any more, and their replacements. */
  readonly retired?: Readonly<Record<string, string>> | undefined;
  readonly audience?: Partial<Audience> | undefined;
  /** The price of the operations whose row states none; reads are free. */
  readonly price?: Price | undefined;
  /** Meanings of words in its answers that are not English. */
  readonly meanings?: Readonly<Record<string, string>> | undefined;
}

/** Declares a family: its name, one line about it, what all its rows share, and the rows. */
export function family<const N extends string, D extends object>(
  name: N,
  about: string,
  defaults: FamilyDefaults,
  declare: () => D,
): Family<N, D> {
  let built: Readonly<Record<keyof D & string, Operation>> | undefined;
  return {
    name,
    about,
    words: defaults.words ?? '',
    get operations() {
      return (built ??= Object.fromEntries(
        Object.entries<Draft>(declare() as Drafts).map(([action, draft]) => [
          action,
          build(name, action, draft, defaults),
        ]),
      ) as Record<keyof D & string, Operation>);
    },
  };
}

/** The default type of a path parameter. */
const parameterOf = (path: string, name: string): z.ZodType =>
  /^\/(projects|articles|agentic\/sessions)\/\{(\w+)\}/.exec(path)?.[2] === name ? integerId : id;

const body = z.record(z.string(), z.unknown()).describe('Further fields, sent as given');

/** The argument of an operation whose body the contract does not show whole. */
const openBody: Shape = { body: body.optional() };

function build(
  family: string,
  action: string,
  { method, path, row, aliasOf }: Draft,
  defaults: FamilyDefaults,
): Operation {
  const params = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name as string);
  const declared = row.input ?? {};
  const fromPath = Object.fromEntries(params.map((name) => [name, declared[name] ?? parameterOf(path, name)]));
  const output = toAnswer(row.output);
  const pages =
    output.kind === 'list' && output.perPage !== undefined ? pagingOf(output.perPage, output.maxPerPage) : {};
  const price = row.price ?? (method === 'GET' ? free : (defaults.price ?? { kind: 'none_listed' }));
  const stated = { ...fromPath, ...pages, ...declared, ...row.query };
  const unstated = Object.entries(row.likely ?? {}).filter(([name]) => !Object.hasOwn(stated, name));
  const inQuery = method === 'GET' ? { ...pages, ...declared } : (row.query ?? {});
  let input: z.ZodObject | undefined;
  return {
    ...unstatedFields,
    ...(definedFields(row) as Stated & Partial<Completed>),
    name: `${family}.${action}`,
    family,
    method,
    path,
    params,
    recurring: row.recurring && `${row.recurring}, by itself and outside every limit here.`,
    // Built at first use, since most processes list all operations but call only a few.
    get input() {
      return (input ??= z.strictObject({
        ...stated,
        ...Object.fromEntries(unstated.map(([name, { type }]) => [name, type.optional()])),
        ...(row.likely ? openBody : {}),
      }));
    },
    query: new Set(Object.keys(inQuery).filter((name) => !params.includes(name))),
    open: row.likely !== undefined,
    unstated: new Set(unstated.map(([name]) => name)),
    retired: { ...defaults.retired, ...row.retired },
    projects: defaults.projects ?? 'project',
    answer: output,
    concise: row.concise?.split(' '),
    get scale() {
      return row.scale ?? unknownScale(output);
    },
    meanings: defaults.meanings,
    status: row.status ?? (row.job ? 202 : 200),
    effect: effectOf(method, price, row.effect),
    price,
    job: row.job && completeJob(row.job),
    audience: { who: 'member', otherwise: 403, foreign: 403, ...defaults.audience, ...row.audience },
    changes: [row.consequence, row.changes].filter(Boolean).join(' ') || undefined,
    aliasOf,
  };
}

/** The text about scores whose row states nothing. */
function unknownScale(output: Answer): string | undefined {
  const scores = 'shape' in output ? Object.entries(output.shape).filter(([name]) => isScore.test(name)) : [];
  const stated = scores.flatMap(([name, type]) =>
    type.description === undefined ? [] : [`${name}: ${type.description}`],
  );
  const unstated = scores.filter(([, type]) => type.description === undefined).map(([name]) => name);
  const unstatedNote =
    unstated.length > 0 ? [`${unstated.join(', ')}: the platform states neither scale nor direction`] : [];
  return [...stated, ...unstatedNote].join('; ') || undefined;
}

const isScore = /(^|_)(score|possibility)($|_(before|after)$)/;

/** An operation that can draw a credit is `paid`; otherwise the row decides, then the method. */
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

/** Shared by lists with the same page sizes: a hundred lists have only a few. */
const pagings = new Map<string, Shape>();

function pagingOf(perPage: number, maxPerPage: number | undefined): Shape {
  const rows =
    maxPerPage === undefined ? `Rows a page (${perPage})` : `Rows a page (${perPage}, at most ${maxPerPage})`;
  const shared = pagings.get(rows);
  if (shared) return shared;
  const count = z.int().positive().optional();
  const paging = { page: count.describe('Page, from 1'), per_page: count.describe(rows) };
  pagings.set(rows, paging);
  return paging;
}
