/**
 * One call to the platform, from its arguments to its answer: what it costs, whether the budget allows it, when it is sent, what the
 * answer means, and how its job ends. It does not decide how a result is shown to an agent or a person.
 *
 * `calls/` has the order of a free and of a paid call; read it from the top down. `jobs/` follows jobs, `money/` has prices and the
 * budget, `answers/` is the one place that is tolerant, and `http/` sends. `names/` finds ids for the names of projects.
 */
export type { CallerFiles, KeptFile } from './calls/kept-files.ts';
export type {
  AcknowledgeDelivery,
  CallOptions,
  CallTrace,
  Credits,
  EffectCall,
  Effects,
  ExceededThreshold,
  JobReply,
  JobView,
  Progress,
  Quote,
  Reply,
  SendOptions,
} from './calls/reply.ts';
export type { AccountMemory, AccountRuns, Client, ClientParts, LimitView, MoneyView, Spending } from './client.ts';
export type { Outcome, VisibilityError } from './errors.ts';
export type { ArgumentProblem } from './http/request/argument-problems.ts';
export type { WireResponse } from './http/transport/transport.ts';
export type { Meter } from './meter.ts';
export type { BudgetCaller } from './money/budget.ts';
export type { Period } from './period.ts';
export type { Platform } from './platform.ts';
export type { Redact } from './redact-secrets.ts';
