import type { BudgetLimit, JobState } from '../base/index.ts';
import { definedFields } from '../base/json/defined-fields.ts';
import { once, type Once } from '../base/once.ts';
import { operationNamed, type DataFor, type InputFor, type OperationName } from '../catalog/index.ts';
import { isBeyondPins, type Pins, withPins } from '../catalog/pins.ts';
import type { Arguments, Operation } from '../catalog/vocabulary/index.ts';
import type { Entry, HistoryLine, MemoryPlace, ProgramMemory, RunStore } from '../state/index.ts';
import type { AccountState } from './account-state.ts';
import { fileIn, type RawResponse } from './answers/index.ts';
import type { FreeCalls } from './calls/free-calls.ts';
import type { CallerFiles, KeptFiles } from './calls/kept-files.ts';
import type { PaidCall } from './calls/paid-call.ts';
import { deadlineOf, type Preparation, prepareCall } from './calls/prepared-call.ts';
import type { CallOptions, JobReply, JobView, Quote, Reply, SendOptions } from './calls/reply.ts';
import type { ClientConfig } from './client-config.ts';
import { isVisibilityError, VisibilityError } from './errors.ts';
import { toJobView } from './jobs/job-view.ts';
import type { Meter } from './meter.ts';
import { unknownJob } from './refusals.ts';
import { readOperationArguments, validate } from './http/request/validate.ts';
import type { WireResponse } from './http/transport/transport.ts';
import type { Account } from './money/account.ts';
import type { Budget } from './money/budget.ts';
import type { EarlierSpending } from './money/earlier-spending.ts';
import type { LimitView, MoneyView, Spending } from './money/money-view.ts';
import type { Money } from './money/open-money.ts';
import type { Reconciled } from './money/reconciler.ts';
import { orUnreachable, toOpeningError, withStoreErrors } from './store-errors.ts';

/** What a client works with: a store, connections to the platform, and the steps of its calls. */
export interface ClientParts extends AccountState {
  readonly account: Account;
  readonly preparation: Preparation;
  readonly freeCalls: FreeCalls;
  readonly paidCall: PaidCall;
  readonly money: Money;
  readonly files: KeptFiles;
  /** Maximum credits to spend since a person last agreed. A run that would exceed one asks for consent before it starts. */
  readonly consentThresholds: readonly BudgetLimit[];
  readonly meter: Meter | undefined;
  /** Aborts waits and polling, gives requests in flight a few seconds to be answered, and closes connections. */
  close(): Promise<void>;
}

export type { LimitView, MoneyView, Spending };

/** Which recorded jobs are listed. */
export interface JobFilter {
  readonly operations?: readonly OperationName[] | undefined;
  readonly state?: string | undefined;
  readonly limit?: number | undefined;
}

/** What the recording of programs needs from an account: its runs, and the budget that reserves their credits. */
export interface AccountRuns {
  readonly account: string;
  readonly store: RunStore;
  readonly budget: Pick<Budget, 'hold'>;
  /** Maximum credits to spend since a person last agreed. A run that would exceed one asks for consent before it starts. */
  readonly consentThresholds: readonly BudgetLimit[];
}

/** What programs keep between runs, and under which account and label. */
export interface AccountMemory {
  readonly store: ProgramMemory;
  readonly place: MemoryPlace;
}

/** One account of the platform: calls operations, waits for their jobs, and enforces the budget. */
export type Client = Pick<AccountClient, keyof AccountClient>;

/**
 * The client of one account. A call is checked against the operator's projects, prepared (`prepared-call.ts`), and sent the way of
 * `paid-call.ts` or of `free-calls.ts`. A failure of the store reaches the caller as `unreachable`.
 *
 * Its parts are opened by the first call: a host starts every server that it knows of and lists its tools, whether or not it will use
 * them. If that fails, the next call tries again.
 */
export class AccountClient {
  readonly #parts: Once<ClientParts>;
  /** The only projects that calls may use. Absent: all projects of the team. */
  readonly pins?: Pins | undefined;
  /** Label recorded with every call that states none of its own. */
  readonly label?: string | undefined;

  constructor({ pins, label }: Pick<ClientConfig, 'pins' | 'label'>, open: () => Promise<ClientParts>) {
    this.pins = pins;
    this.label = label;
    this.#parts = once(() =>
      open().catch((error: unknown) => {
        throw toOpeningError(error);
      }),
    );
  }

  /**
   * Calls one operation and, if it starts a job, waits for it as long as the options allow. Rejects with a `VisibilityError`.
   * @param operationOrName a name, which types arguments and data: `call('articles.get', { id: 7 })`. Pass an `Operation` where the
   * name is known at run time only: its arguments are then checked at run time, and its data is `unknown`
   */
  call<O extends OperationName | Operation>(
    operationOrName: O,
    input: InputFor<O>,
    options: CallOptions = {},
  ): Promise<Reply<DataFor<O>>> {
    const operation = toOperation(operationOrName);
    const label = options.label === undefined ? this.label : options.label;
    return this.#use(async (parts) => {
      const args = this.#pinned(operation, input);
      // The answer is not validated: its type is the one that the catalog declares.
      return (await counted(parts, operation, () =>
        this.#call(parts, operation, args, { ...options, label }),
      )) as Reply<DataFor<O>>;
    });
  }

  /** Sends a free read and resolves with the undecoded response. Rejects as `call` does, and for every other operation. */
  observe(operation: Operation, input: Arguments, options: CallOptions = {}): Promise<WireResponse> {
    return this.#use((parts) =>
      counted(parts, operation, async () => {
        if (operation.effect !== 'read') throw new Error(`${operation.name} is no free read`);
        const args = this.#pinned(operation, input);
        return parts.freeCalls.observe(await prepareCall(operation, args, options, parts.preparation));
      }),
    );
  }

  /** The maximum credits that a call would cost. Sends free reads only where the price depends on them. */
  quote<O extends OperationName | Operation>(operationOrName: O, input: InputFor<O>): Promise<Quote> {
    return this.#use(async ({ paidCall, preparation }) => {
      const operation = toOperation(operationOrName);
      const args = validate(operation, this.#pinned(operation, input));
      return paidCall.quote(operation, args, deadlineOf({}, preparation));
    });
  }

  /** Waits for a recorded job and resolves with its state and result. Rejects with `unknown_job` for any other id, or with the error that the job ended with. */
  wait(jobId: string, options: CallOptions = {}): Promise<JobReply> {
    return this.#use(async (parts) => {
      const deadline = deadlineOf(options, parts.preparation);
      await parts.account.toRead();
      const reply = await parts.paidCall.wait(jobId, options, deadline);
      // State and data must be of the same moment, although the job may end after the wait.
      return { ...reply, job: reply.job ?? withoutData(await recorded(parts, jobId)) };
    });
  }

  /** Recorded jobs without their results, newest first. */
  jobs({ operations, state, limit = 50 }: JobFilter = {}): Promise<JobView[]> {
    const states = state ? [state as JobState] : undefined;
    return this.#use(async ({ account, own }) => {
      const key = await account.toRead();
      return (await own.ledger.list(key, { operations, states, limit })).map(withoutData);
    });
  }

  /** Stops polling the job and deletes its answer; its charge stays in the ledger. Rejects with `unknown_job`, or `still_counts` if it is not settled. */
  forget(jobId: string): Promise<void> {
    return this.#use(async (parts) => {
      const { money, state } = await recorded(parts, jobId);
      if (money !== 'settled' && money !== 'released')
        throw new VisibilityError('still_counts', `${jobId} still holds credits (${money}).`);
      const isOver = state === 'completed' || state === 'failed';
      const end = isOver ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
      await parts.own.ledger.record(jobId, { ...end, delivered: true, answer: null, started: null });
    });
  }

  /** Reads the balance, settles what it explains, and returns the view. If the balance cannot be read, `failure` says why. */
  money(): Promise<MoneyView> {
    return this.#use(({ money }) => money.ofTeam.view());
  }

  /** Settles calls with an unknown outcome by the platform's credit history. Resolves with the changes. Rejects if the history cannot be read. */
  reconcile(): Promise<readonly Reconciled[]> {
    return this.#use(({ money }) => money.ofTeam.reconcile());
  }

  /** Accepts the current balance, so that earlier unexplained decreases no longer stop paid calls. Rejects if it cannot be read. */
  acceptBalance(): Promise<void> {
    return this.#use(({ money }) => money.ofTeam.acceptBalance());
  }

  /** Reads a file that was stored for this caller (`Reply.file`). Rejects with `not_found` if there is no such file, or it was deleted. */
  keptFile(id: string): Promise<RawResponse> {
    return this.#use(({ files }) => files.read(id));
  }

  /** Files stored for this caller: documents built from answers, and pages of lists that are being saved. */
  files(): Promise<CallerFiles> {
    return this.#use(async ({ files }) => files);
  }

  /** Whether the store has a job, a run or a file with that id for this caller. Does not ask the platform about it. */
  holds(id: string): Promise<boolean> {
    return this.#use(async ({ own, account }) => {
      const key = await account.toRead();
      if (id.startsWith('run_')) return (await own.runs.find(key, id)) !== undefined;
      return (await own.ledger.find(key, id)) !== undefined || (await own.saved.read(key, id)) !== undefined;
    });
  }

  /** Program runs of the account. `look` only reads them, and sends no request to find the token's team. */
  runs(purpose: 'start' | 'look'): Promise<AccountRuns> {
    return this.#use(async ({ own, account, money, consentThresholds }) => ({
      account: purpose === 'start' ? await account.toWrite() : await account.toRead(),
      store: withStoreErrors(own.runs),
      budget: { hold: (...args) => orUnreachable(() => money.budget.hold(...args)) },
      consentThresholds,
    }));
  }

  /** Values that programs store between runs, by label; `null`: without one. Default: the client's label. */
  memory(label: string | null = this.label ?? null): Promise<AccountMemory> {
    return this.#use(async ({ own, account }) => ({
      store: withStoreErrors(own.memory),
      place: { account: await account.toWrite(), label: label ?? undefined },
    }));
  }

  /** Paid calls of the account, newest first. */
  history(filter: { readonly since: number; readonly limit: number }): Promise<HistoryLine[]> {
    return this.#use(async ({ team, account }) => team.charges.history(await account.toRead(), filter));
  }

  /** Reads earlier spending from the platform's history again, or ignores it and counts from now on. */
  rebuild(from: 'history' | 'now'): ReturnType<EarlierSpending['rebuild']> {
    return this.#use(async ({ account, money }) => {
      await account.toWrite();
      return from === 'history' ? money.earlier.rebuild() : money.earlier.waive();
    });
  }

  /** Closes what was opened. Jobs go on. */
  async close(): Promise<void> {
    await (await this.#parts.ifMade())?.close();
  }

  /** Does `work` with the parts, and opens them if this is the first call. */
  async #use<T>(work: (parts: ClientParts) => Promise<T>): Promise<T> {
    const parts = await this.#parts();
    return orUnreachable(() => work(parts));
  }

  async #call(parts: ClientParts, operation: Operation, args: Arguments, options: CallOptions): Promise<Reply> {
    const { paidCall, freeCalls, preparation } = parts;
    const prepared = await prepareCall(operation, args, options, preparation);
    const send = (sendOptions: SendOptions): Promise<Reply> => {
      const sent = { ...prepared, options: { ...options, ...sendOptions } };
      return operation.effect === 'paid' || operation.job ? paidCall.call(sent) : freeCalls.call(sent);
    };
    const effects = operation.effect === 'read' ? undefined : options.effects;
    const reply = await (effects ? effects.call(prepared, send) : send({}));
    return options.keepsFiles ? withFile(parts, operation, args, reply) : reply;
  }

  /** The arguments with the projects that the operator has fixed. Throws if they name another one. */
  #pinned(operation: Operation, args: Arguments): Arguments {
    if (isBeyondPins(operation, this.pins)) throw beyondPins(operation);
    const read = readOperationArguments(operation, definedFields(args));
    return withPins(operation, read, this.pins, (names) => {
      throw pinnedElsewhere(operation, names);
    });
  }
}

async function recorded({ own, account }: ClientParts, id: string): Promise<Entry> {
  const entry = await own.ledger.find(await account.toRead(), id);
  if (!entry) throw unknownJob(id);
  return entry;
}

/** Stores the file of a free reply, and returns the reply with a reference to it. Files of paid calls are stored already. */
async function withFile({ files }: ClientParts, operation: Operation, args: Arguments, reply: Reply): Promise<Reply> {
  const file = reply.file ? undefined : fileIn(reply);
  return file ? { ...reply, file: await files.keep(operation, args, file, false) } : reply;
}

/** Runs `work`, and reports its duration (ms) and outcome to the meter. */
async function counted<T>(
  { preparation: { clock }, meter }: ClientParts,
  { name, effect }: Operation,
  work: () => Promise<T>,
): Promise<T> {
  const began = clock.steady();
  let outcome = 'ok';
  try {
    return await work();
  } catch (error) {
    outcome = isVisibilityError(error) ? error.code : 'failed';
    throw error;
  } finally {
    meter?.call({ operation: name, effect, outcome, ms: clock.steady() - began });
  }
}

function withoutData(entry: Entry): JobView {
  const { data: _, ...view } = toJobView(entry);
  return view;
}

const toOperation = (operation: OperationName | Operation): Operation =>
  typeof operation === 'string' ? operationNamed(operation) : operation;

/** The operation cannot be restricted to the projects that the operator allows. */
const beyondPins = ({ name }: Operation): VisibilityError =>
  new VisibilityError(
    'not_permitted',
    `${name} cannot be called here: the operator tied this server to one project, and this could be about others. Nothing was sent.`,
    { next: 'Do not try another way: only the operator can change this.' },
  );

/** The arguments name a project that the operator does not allow. */
const pinnedElsewhere = ({ name }: Operation, names: readonly string[]): VisibilityError =>
  new VisibilityError(
    'invalid_arguments',
    `${name}: ${names.join(', ')} cannot be chosen here: the operator tied this server to one project. Nothing was sent.`,
    {
      fields: Object.fromEntries(names.map((argument) => [argument, ['is fixed by the operator']])),
      next: `Leave ${names.join(', ')} out.`,
      origin: 'operator',
    },
  );
