/**
 * The store that all processes of an account share: the ledger of paid calls and jobs, slots of the rate limit, runs and what programs
 * keep, sign-ins, events and saved files. Whatever is decided about money or a limit is one transaction here, on SQLite or PostgreSQL.
 *
 * What a call costs and when it is sent is the client's. `sql/` has the statements' language and the schema, `sqlite/` and `postgres/`
 * carry transactions out; each other file is a part of `State`, written once for both engines.
 *
 * Types for the rooms above. `open-state.ts` opens a store; values come from the files themselves, so that nothing loads an engine early.
 */
export type { AccountBeginning, AccountStart, ForeignCharge } from './accounts.ts';
export type { BalanceComparison, BalanceReading, HistoryLine, OperationSpending } from './charges.ts';
export type { Confirmation, Entry, EntryChange, JobBaseline, MoneyState } from './entry.ts';
export type { Events } from './events.ts';
export type { Ledger } from './ledger.ts';
export type { MemoryPlace, ProgramMemory } from './program-memory.ts';
export type {
  Consent,
  LimitWindow,
  ReserveAnswer,
  ReserveRequest,
  RunAllowance,
  Usage,
  Window,
} from './reservation.ts';
export type {
  EffectOutcome,
  HoldOptions,
  Lease,
  Run,
  RunCounts,
  RunEffect,
  RunEnd,
  RunStore,
  RunSummary,
  TakeAnswer,
} from './run-store.ts';
export type { Bucket, SlotAnswer, Slots } from './slots.ts';
export type { State } from './state.ts';
