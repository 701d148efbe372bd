import type { Invent } from '../invention/invention.ts';
import type { Jobs } from './jobs.ts';
import type { Ledger } from './ledger.ts';
import type { Store } from './store.ts';

/** What everything on the platform happens in: its memory, its money, its jobs, its time. */
export interface World {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly jobs: Jobs;
  readonly invent: Invent;
  /** Platform time, milliseconds since the Unix epoch. */
  now(): number;
  /** The absolute address of a path of this server. */
  address(path: string): string;
}
