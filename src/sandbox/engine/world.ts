import type { Invent } from '../invention/invention.ts';
import type { Jobs } from './jobs.ts';
import type { Id, Row } from './kind.ts';
import type { Ledger } from './ledger.ts';
import type { Store } from './store.ts';
import type { Caller } from './tokens.ts';

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
  /** The absolute address of a path of this server. */
  address(path: string): string;
}
