import type { Operation } from '../../src/catalog/vocabulary/index.ts';
import type { ValidatedArguments } from './arguments.ts';
import type { Id, Kind, Row } from './documents.ts';
import { coded, invalid, notFound, refuse } from './http/refusal.ts';
import type { Caller } from './tokens.ts';
import type { InputOf, Place, Startable, World } from './world.ts';

/** One request, as a handler sees it. */
export interface Call<I extends object = object> extends World {
  readonly operation: Operation;
  /** The validated arguments. */
  readonly input: I;
  /** Body fields that the contract does not show, where the operation is open. Their types are unknown. */
  readonly openBody: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  /**
   * The live document of that kind and id, in the caller's team or below a tracking project that is shared with the caller.
   * Throws the refusal that the operation states for other callers: 403 or 404. Changes of a shared document are stored and
   * charged in its owner's team.
   */
  own<T extends object, I extends Id>(kind: Kind<T, I>, id: Id, missing?: NotFound): Row<T, I>;
  /** Stores a new document; by default in the team that is charged. */
  add<T extends object, I extends Id>(
    kind: Kind<T, I>,
    body: T,
    place?: Place<NoInfer<I>> & { readonly team?: number | undefined },
  ): Row<T, I>;
  /** Deletes a document and its parts. Returns the usual answer to a deletion. */
  delete(row: Row<object, Id>, ...parts: readonly Kind<object>[]): { deleted: true };
  /** Starts the job that the operation's price belongs to. */
  start<T extends object, I extends Id, S extends object>(
    plan: Startable<T, I, S>,
    subject: NoInfer<I>,
    ...input: InputOf<S>
  ): void;
  /** Sets the credits of this request, if the catalog's price is an upper bound, metered, or not due. */
  costs(credits: number): void;
}

/** How a missing document is answered: the error code, and whether a document in the trash is found. */
interface NotFound {
  readonly code?: string | undefined;
  readonly trashed?: boolean | undefined;
}

/** Side effects that a handler has asked for so far. */
export interface CallEffects {
  job: number | undefined;
  credits: number | undefined;
  /** The team that is charged, if it is not the caller's. */
  team?: number | undefined;
}

export function createCall(
  world: World,
  operation: Operation,
  { input, openBody }: ValidatedArguments,
  caller: Caller,
  effects: CallEffects,
): Call {
  return {
    ...world,
    operation,
    input,
    openBody,
    caller,
    own: (kind, id, missing = {}) => {
      const row = own(world, operation, caller, kind, id, missing);
      if (row.team !== caller.team) effects.team = row.team;
      return row;
    },
    add: (kind, body, { team = effects.team ?? caller.team, ...place } = {}) =>
      world.add(kind, body, { ...place, team }),
    delete: (row, ...parts) => {
      for (const part of parts.flatMap((kind) => world.store.all(kind, { parent: row.id as number })))
        world.store.remove(part);
      world.store.remove(row);
      return { deleted: true };
    },
    start: (plan, subject, ...input) => {
      const start = { plan, team: effects.team ?? caller.team, subject, at: world.now() };
      effects.job = world.jobs.start(start, ...input);
    },
    costs: (credits) => {
      effects.credits = credits;
    },
  };
}

/** The live document with that id, of any team; 404 without one. `what`: its name in the refusal. */
export function existing<T extends object, I extends Id>(
  { store }: Pick<World, 'store'>,
  kind: Kind<T, I>,
  id: Id,
  what = kind.name.replaceAll('_', ' '),
): Row<T, I> {
  const row = store.get(kind, id);
  if (!row || row.deletedAt !== null) throw notFound(what);
  return row;
}

/**
 * The id of the document of the caller's team that a field names, or null if it names none. A document of another team is
 * refused with 422 and that message.
 */
export function demandOwn(
  { store, caller }: Pick<Call, 'store' | 'caller'>,
  kind: Kind<object>,
  id: Id | null | undefined,
  field: string,
  message: string,
): number | null {
  if (id === undefined || id === null) return null;
  const row = store.get(kind, id);
  if (row?.team !== caller.team) throw invalid({ [field]: [message] });
  return row.id;
}

/** docs/platform/authentication.md#foreign-records: a foreign resource is 403, or 404 if its existence must not be revealed. */
export function own<T extends object, I extends Id>(
  { store, isShared }: World,
  { audience }: Operation,
  caller: Caller,
  kind: Kind<T, I>,
  id: Id,
  { code, trashed = false }: NotFound,
): Row<T, I> {
  const row = store.get(kind, id);
  const name = kind.name.replaceAll('_', ' ');
  const mine = row && (row.team === caller.team || isShared(caller, row));
  if (row && !mine && audience.foreign === 403) throw refuse(403, `This ${name} belongs to another team.`);
  if (!row || !mine || (row.deletedAt !== null && !trashed)) {
    throw code ? coded(404, code, `There is no such ${name}.`) : notFound(name);
  }
  return row;
}
