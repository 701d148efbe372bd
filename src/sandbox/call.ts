import type { Operation } from '../catalog/operation.ts';
import type { Given } from './given.ts';
import type { Id, Kind, Row } from './kind.ts';
import { coded, notFound, refuse } from './refusal.ts';
import type { Caller } from './tokens.ts';
import type { World } from './world.ts';

/** One request on its way through a family: who asks for what, and what it comes to. */
export interface Call extends World {
  readonly operation: Operation;
  readonly given: Given;
  readonly caller: Caller;
  /** What the family's `before` step found. */
  readonly found: unknown;
  /** The live document of that id in the caller's team; else what the operation's audience states. */
  own<T extends object>(kind: Kind<T>, id: Id, missing?: Missing): Row<T>;
  add<T extends object>(kind: Kind<T>, body: T, place?: { parent?: Id; id?: Id }): Row<T>;
  /** Starts the job that the operation's price belongs to. */
  start(plan: string, subject: Id, input?: Readonly<Record<string, unknown>>): void;
  /** Says what this request costs, where the catalog's price is a bound, metered, or not due at all. */
  costs(credits: number): void;
}

/** How a missing document is answered: its name, the code where the contract has one, and whether trash counts. */
interface Missing {
  readonly code?: string;
  readonly trashed?: boolean;
}

/** What a request has asked of the platform so far. */
export interface Tally {
  job: number | undefined;
  credits: number | undefined;
}

export function createCall(world: World, operation: Operation, given: Given, caller: Caller, found: unknown, tally: Tally): Call {
  return {
    ...world,
    operation,
    given,
    caller,
    found,
    own: (kind, id, missing = {}) => own(world, operation, caller, kind, id, missing),
    add: (kind, body, place = {}) => world.store.add(kind, { team: caller.team, at: world.now(), body, ...place }),
    start: (plan, subject, input = {}) => {
      tally.job = world.jobs.start({ plan, team: caller.team, subject, at: world.now(), input });
    },
    costs: (credits) => {
      tally.credits = credits;
    },
  };
}

/** Document 1, "Authentication", rule 3: a foreign resource is 403, or as unknown where its existence must not show. */
function own<T extends object>({ store }: World, { audience }: Operation, { team }: Caller, kind: Kind<T>, id: Id, { code, trashed = false }: Missing): Row<T> {
  const row = store.get(kind, id);
  const name = kind.name.replaceAll('_', ' ');
  if (row && row.team !== team && audience.foreign === 403) throw refuse(403, `This ${name} belongs to another team.`);
  if (!row || row.team !== team || (row.deletedAt !== null && !trashed)) {
    throw code ? coded(404, code, `There is no such ${name}.`) : notFound(name);
  }
  return row;
}
