import type { Invent } from '../invention/invention.ts';
import type { Id, Kind, ParentId, Row } from './documents.ts';
import type { Ledger } from './ledger.ts';
import type { PlatformEvent } from './platform-event.ts';
import type { Store } from './store.ts';
import type { Caller } from './tokens.ts';

/** The owner and date of a new document. */
export interface Place<I extends Id> {
  readonly parent?: ParentId<I> | null | undefined;
  readonly id?: I | undefined;
  /** Platform time, milliseconds. */
  readonly at?: number | undefined;
}

/** The credits that a job will be charged at its end, or has been charged and may be refunded. */
interface JobPrice {
  readonly operation: string;
  readonly reference: number | null;
  readonly credits: number;
  /** Already charged at the start. */
  readonly drawn: boolean;
}

/** The part of a kind of job that its start needs; a `Plan` has its steps. `S`: the data that a job stores at its start. */
export interface Startable<T extends object, I extends Id, S extends object> {
  /** `family.action`, by which a stored job finds its plan again. */
  readonly name: string;
  /** The documents that its jobs work on. A job ends when its document is deleted. */
  readonly of: Kind<T, I>;
  steps(row: Row<T, I>, input: S): readonly { readonly after: number }[];
}

/** The input of the start, if the plan takes one. */
export type InputOf<S extends object> = object extends S ? readonly [] : readonly [input: S];

/** A job to start on a document. */
export interface Start<T extends object, I extends Id, S extends object> {
  readonly plan: Startable<T, I, S>;
  readonly team: number;
  readonly subject: NoInfer<I>;
  /** Platform time it starts at: that of the request, or of the step that starts it. */
  readonly at: number;
}

/** Background work. Jobs are rows with due times: they survive a restart and need no timer. */
export interface Jobs {
  start<T extends object, I extends Id, S extends object>(start: Start<T, I, S>, ...input: InputOf<S>): number;
  price(job: number, price: JobPrice): void;
  /** Ends a running job without an outcome or a further charge. */
  stop(plan: { readonly name: string }, subject: Id): boolean;
  running(plan: { readonly name: string }, subject: Id): boolean;
  /** When the next step of a job on this document is due; without one, of any job. */
  nextDue(subject?: Id): number | undefined;
  /** Runs everything due by `now`, in order. */
  advance(world: World, now: number): void;
}

/** The state of the platform: store, ledger, jobs and time. */
export interface World {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly invent: Invent;
  /** Whether a document of another team is shared with the caller. */
  isShared(caller: Caller, row: Row<object, Id>): boolean;
  /** Platform time, milliseconds since the Unix epoch. */
  now(): number;
  /** Stores a new document, dated now unless `at` says otherwise; without an id it gets the next number of its kind's range. */
  add<T extends object, I extends Id>(
    kind: Kind<T, I>,
    body: T,
    place: Place<NoInfer<I>> & { readonly team: number },
  ): Row<T, I>;
  /** Notifies subscribers, if there are any. */
  announce(event: PlatformEvent): void;
  /** The absolute address of a path of this server. */
  address(path: string): string;
}

/** The platform at the time that its `now` shows. */
export const worldOf = (parts: Omit<World, 'add'>): World => ({
  ...parts,
  add: (kind, body, { at = parts.now(), ...place }) => parts.store.add(kind, { ...place, at, body }),
});
