import type { Clock } from '../base/clock.ts';
import { definedFields } from '../base/json/defined-fields.ts';
import { operationNamed } from '../catalog/index.ts';
import type { DataFor, InputFor, OperationName } from '../catalog/operation-types.ts';
import { isBeyondPins, type Pins, withPins } from '../catalog/pins.ts';
import type { Arguments, Operation } from '../catalog/vocabulary/index.ts';
import { AccountRecords } from './account-records.ts';
import type { AccountMemory, AccountRuns } from './account-runs.ts';
import type { AccountState } from './account-state.ts';
import { download } from './answers/download.ts';
import { fileIn, type RawResponse } from './answers/index.ts';
import type { PageSizes } from './answers/pages/index.ts';
import type { FreeCalls } from './calls/free-calls.ts';
import type { CallerFiles, KeptFiles } from './calls/kept-files.ts';
import type { PaidCall } from './calls/paid-call.ts';
import { deadlineOf, type Preparation, prepareCall } from './calls/prepared-call.ts';
import type { JobFilter, RecordedJobs } from './calls/recorded-jobs.ts';
import type { CallOptions, JobReply, JobView, Quote, Reply, SendOptions } from './calls/reply.ts';
import type { Wire } from './calls/wire.ts';
import type { ClientConfig } from './client-config.ts';
import type { Client } from './client.ts';
import { isVisibilityError, VisibilityError } from './errors.ts';
import { readOperationArguments, validate } from './http/request/validate.ts';
import type { WireResponse } from './http/transport/transport.ts';
import type { Account } from './money/account.ts';
import type { MoneyView } from './money/money-view.ts';
import type { Money } from './money/open-money.ts';
import type { Reconciled } from './money/reconciler.ts';
import { orUnreachable, withStoreErrors } from './store-errors.ts';

/** Milliseconds that `close` waits for answers in flight. The outcome of a call that is answered later stays unknown. */
const closeGraceMs = 4_000;

export interface AccountClientDependencies extends AccountState {
  readonly account: Account;
  readonly clock: Clock;
  readonly wire: Wire;
  readonly freeCalls: FreeCalls;
  readonly paidCall: PaidCall;
  readonly jobs: RecordedJobs;
  readonly money: Money;
  readonly files: KeptFiles;
  readonly pageSizes: PageSizes;
}

/**
 * The client of one account. A call is checked against the operator's projects, prepared (`prepared-call.ts`), and sent the way of
 * `paid-call.ts` or of `free-calls.ts`. A failure of the store reaches the caller as `unreachable`.
 */
export class AccountClient implements Client {
  readonly #config: ClientConfig;
  readonly #parts: AccountClientDependencies;
  readonly #preparation: Preparation;
  readonly pins: Pins | undefined;
  readonly label: string | undefined;
  readonly pageSizes: PageSizes;
  readonly files: CallerFiles;

  constructor(config: ClientConfig, parts: AccountClientDependencies) {
    this.#config = config;
    this.#parts = parts;
    this.#preparation = {
      clock: parts.clock,
      maxWaitSeconds: config.maxWaitSeconds,
      secretFiles: new Set(config.secretFiles ?? []),
    };
    this.pins = config.pins;
    this.label = config.label;
    this.pageSizes = parts.pageSizes;
    this.files = parts.files;
  }

  call<O extends OperationName | Operation>(
    operationOrName: O,
    input: InputFor<O>,
    options: CallOptions = {},
  ): Promise<Reply<DataFor<O>>> {
    const operation = toOperation(operationOrName);
    const label = options.label === undefined ? this.label : options.label;
    return orUnreachable(async () => {
      const args = this.#pinned(operation, input);
      // The answer is not validated: its type is the one that the catalog declares.
      return (await this.#counted(operation, () => this.#call(operation, args, { ...options, label }))) as Reply<
        DataFor<O>
      >;
    });
  }

  observe(operation: Operation, input: Arguments, options: CallOptions = {}): Promise<WireResponse> {
    return orUnreachable(() =>
      this.#counted(operation, async () => {
        if (operation.effect !== 'read') throw new Error(`${operation.name} is no free read`);
        const args = this.#pinned(operation, input);
        return this.#parts.freeCalls.observe(await prepareCall(operation, args, options, this.#preparation));
      }),
    );
  }

  quote<O extends OperationName | Operation>(operationOrName: O, input: InputFor<O>): Promise<Quote> {
    return orUnreachable(async () => {
      const operation = toOperation(operationOrName);
      const args = validate(operation, this.#pinned(operation, input));
      return this.#parts.paidCall.quote(operation, args, this.#deadlineOf({}));
    });
  }

  wait(jobId: string, options: CallOptions = {}): Promise<JobReply> {
    return orUnreachable(() => this.#parts.jobs.wait(jobId, options, this.#deadlineOf(options)));
  }

  jobs(filter: JobFilter = {}): Promise<JobView[]> {
    return orUnreachable(() => this.#parts.jobs.list(filter));
  }

  forget(jobId: string): Promise<void> {
    return orUnreachable(() => this.#parts.jobs.forget(jobId));
  }

  money(): Promise<MoneyView> {
    return orUnreachable(() => this.#parts.money.ofTeam.view());
  }

  reconcile(): Promise<readonly Reconciled[]> {
    return orUnreachable(() => this.#parts.money.ofTeam.reconcile());
  }

  acceptBalance(): Promise<void> {
    return orUnreachable(() => this.#parts.money.ofTeam.acceptBalance());
  }

  keptFile(id: string): Promise<RawResponse> {
    return orUnreachable(() => this.#parts.files.read(id));
  }

  download(address: string): Promise<RawResponse> {
    const { apiUrl, maxWaitSeconds } = this.#config;
    return orUnreachable(() => download(this.#parts.wire.send, apiUrl, address, maxWaitSeconds * 1000));
  }

  holds(id: string): Promise<boolean> {
    const { own, account } = this.#parts;
    return orUnreachable(async () => {
      const key = await account.toRead();
      if (id.startsWith('run_')) return (await own.runs.find(key, id)) !== undefined;
      return (await own.ledger.find(key, id)) !== undefined || (await own.saved.read(key, id)) !== undefined;
    });
  }

  runs(purpose: 'start' | 'look'): Promise<AccountRuns> {
    const { own, account, money } = this.#parts;
    const { consentThresholds = [] } = this.#config;
    return orUnreachable(async () => ({
      account: purpose === 'start' ? await account.toWrite() : await account.toRead(),
      store: withStoreErrors(own.runs),
      budget: { hold: (...args) => orUnreachable(() => money.budget.hold(...args)) },
      consentThresholds,
    }));
  }

  memory(label: string | null = this.label ?? null): Promise<AccountMemory> {
    const { own, account } = this.#parts;
    return orUnreachable(async () => ({
      store: withStoreErrors(own.memory),
      place: { account: await account.toWrite(), label: label ?? undefined },
    }));
  }

  async records(): Promise<AccountRecords> {
    const { team, account, money } = this.#parts;
    return new AccountRecords(team, account, money.earlier);
  }

  async close(): Promise<void> {
    const { wire, paidCall, clock, money } = this.#parts;
    wire.beginClosing();
    const stop = new AbortController();
    await Promise.race([paidCall.idle(), clock.sleep(closeGraceMs, stop.signal).catch(() => undefined)]);
    stop.abort();
    wire.abortAll();
    await money.recorder.close();
    await money.lookup.close();
    await wire.close();
  }

  async #call(operation: Operation, args: Arguments, options: CallOptions): Promise<Reply> {
    const { paidCall, freeCalls } = this.#parts;
    const prepared = await prepareCall(operation, args, options, this.#preparation);
    const send = (sendOptions: SendOptions): Promise<Reply> => {
      const sent = { ...prepared, options: { ...options, ...sendOptions } };
      return operation.effect === 'paid' || operation.job ? paidCall.call(sent) : freeCalls.call(sent);
    };
    const effects = operation.effect === 'read' ? undefined : options.effects;
    const reply = await (effects ? effects.call(prepared, send) : send({}));
    return options.keepsFiles ? this.#withFile(operation, args, reply) : reply;
  }

  /** Stores the file of a free reply, and returns the reply with a reference to it. Files of paid calls are stored already. */
  async #withFile(operation: Operation, args: Arguments, reply: Reply): Promise<Reply> {
    const file = reply.file ? undefined : fileIn(reply);
    return file ? { ...reply, file: await this.#parts.files.keep(operation, args, file, false) } : reply;
  }

  /** Runs `work`, and reports its duration (ms) and outcome to the meter. */
  async #counted<T>({ name, effect }: Operation, work: () => Promise<T>): Promise<T> {
    const { clock } = this.#parts;
    const began = clock.steady();
    let outcome = 'ok';
    try {
      return await work();
    } catch (error) {
      outcome = isVisibilityError(error) ? error.code : 'failed';
      throw error;
    } finally {
      this.#config.meter?.call({ operation: name, effect, outcome, ms: clock.steady() - began });
    }
  }

  /** The arguments with the projects that the operator has fixed. Throws if they name another one. */
  #pinned(operation: Operation, args: Arguments): Arguments {
    if (isBeyondPins(operation, this.pins)) throw beyondPins(operation);
    const read = readOperationArguments(operation, definedFields(args));
    return withPins(operation, read, this.pins, (names) => {
      throw pinnedElsewhere(operation, names);
    });
  }

  #deadlineOf(options: CallOptions): ReturnType<typeof deadlineOf> {
    return deadlineOf(options, this.#config.maxWaitSeconds, this.#parts.clock);
  }
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
