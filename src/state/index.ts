/**
 * The store that all processes of an account share: the ledger of paid calls and jobs, slots of the rate limit, runs and the
 * data of programs, sign-ins, events and saved files. Every decision about money or a limit is one transaction here, on
 * SQLite or PostgreSQL. The client decides what a call costs and when it is sent. `sql/` has the template language for
 * statements and the schema, `sqlite/` and `postgres/` run transactions; each other file is a part of `State`, written once
 * for both engines. This file exports types for other folders. `open-state.ts` opens a store; values come from the files
 * themselves, so that nothing loads an engine early.
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
