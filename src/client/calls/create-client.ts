import { definedFields } from '../../base/json/defined-fields.ts';
import { randomUUID } from 'node:crypto';
import { operationNamed } from '../../catalog/index.ts';
import type { OperationName } from '../../catalog/operation-types.ts';
import { isBeyondPins, withPins } from '../../catalog/pins.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { systemClock } from '../../base/clock.ts';
import { Account } from '../account/account.ts';
import { accountRecords } from '../account/account-records.ts';
import { accountState } from '../account/account-state.ts';
import { redactor } from '../account/redact-secrets.ts';
import type { Client } from '../client.ts';
import { Jobs } from '../jobs/jobs.ts';
import { type CallerFiles, KeptFiles } from '../files/kept-files.ts';
import { eventsReportingJobs } from '../jobs/events-reporting-jobs.ts';
import { keepCallbackSecret } from '../jobs/keep-callback-secret.ts';
import { recordedJobs } from '../jobs/recorded-jobs.ts';
import { BalanceWatch } from '../money/balance-watch.ts';
import { Balance } from '../money/balance.ts';
import { Budget } from '../money/budget.ts';
import { ChargeLookup } from '../money/charge-lookup.ts';
import { EarlierSpending } from '../money/earlier-spending.ts';
import { Reconciler } from '../money/reconciler.ts';
import { teamMoney } from '../money/team-money.ts';
import { CircuitBreaker } from '../http/transport/circuit-breaker.ts';
import { download } from '../http/transport/download.ts';
import { createSender, type Send } from '../http/transport/sender.ts';
import { Throttle } from '../http/transport/throttle.ts';
import { createTransport } from '../http/transport/transport.ts';
import type { ClientConfig } from './client-config.ts';
import { FreeCalls } from './free-calls.ts';
import { PaidCall } from './paid-call.ts';
import { type Deadline, deadlineIn, prepareCall } from './prepared-call.ts';
import { EntryRecorder } from './entry-recorder.ts';
import type { CallOptions, Reply, SendOptions } from './reply.ts';
import { fileIn, refusing } from '../answers/index.ts';
import { mapStoreErrors } from './map-store-errors.ts';
import { PageSizes } from '../pages/index.ts';
import { encode } from '../http/request/encode.ts';
import { readOperationArguments, validate } from '../http/request/validate.ts';
import { isVisibilityError, VisibilityError } from '../errors.ts';

/** Milliseconds that `close` waits for answers in flight. The outcome of a call that is answered later stays unknown. */
const closeGraceMs = 4_000;

/** The free read that finds out whether the platform answers again. */
const probe = operationNamed('credits.balance');

/** Maximum milliseconds that a probe waits for a rate-limit slot, and then for its answer. */
const probeTimeoutMs = 10_000;

/**
 * Creates a client for the platform at `config.apiUrl` by connecting its parts: the steps of a paid call are in `paid-call.ts`,
 * those of other calls in `free-calls.ts`. Rejects with `StateUnavailable` if the store cannot be used.
 */
export async function createClient(config: ClientConfig): Promise<Client> {
  const { apiUrl, token, clock = systemClock, maxWaitSeconds, requestsPerMinute } = config;
  const { consentThresholds = [], onDrift, meter } = config;
  const redact = redactor([token, ...(config.secrets ?? [])], '[token]');
  const { own, team: state } = accountState(config.state, {
    owner: config.caller?.owner,
    redact,
    meter,
    onStarted: config.eventsCome
      ? (entry, started) => keepCallbackSecret(config.state.events, entry, started)
      : undefined,
  });
  const read: FreeCalls['read'] = (...args) => freeCalls.read(...args);
  const account = await Account.of({
    state,
    apiUrl,
    token,
    label: config.account,
    service: config.service,
    asksTeam: config.caller !== undefined,
    read,
    // Looks up charges that an earlier process left unconfirmed when it ended.
    onOpened: () => lookUpCharges(),
  });

  // `closing` aborts waits and free requests at once. `closed` aborts paid requests after the grace period, so that their outcome
  // can still be recorded.
  const [closing, closed] = [new AbortController(), new AbortController()];
  const endWaits = config.endWaits ? AbortSignal.any([config.endWaits, closing.signal]) : closing.signal;
  const transport = createTransport({ apiUrl, token, proxies: config.proxies });
  const { slots } = state;
  const throttle = new Throttle(slots, account.access, clock, (urgency, ms) => meter?.slotWait(urgency, ms));
  const breaker = new CircuitBreaker(clock, async () =>
    send(probe, {}, await encode(probe, {}), {
      urgency: 'poll',
      slotWaitMs: probeTimeoutMs,
      timeoutMs: probeTimeoutMs,
      attempts: 1,
      isProbe: true,
    }),
  );
  const senderUntil = (end: AbortSignal): Send =>
    refusing(
      createSender({ transport, throttle, slots, account: account.access, clock, requestsPerMinute, breaker, end }),
    );
  const send = senderUntil(closing.signal);
  const freeCalls = new FreeCalls(send, maxWaitSeconds);

  const pageSizes = new PageSizes();
  const balance = new Balance(read, clock);
  const reconciler = new Reconciler({
    state,
    account,
    clock,
    read,
    sizes: pageSizes,
    balance: () => balance.now(true),
    onDrift,
  });
  const watch = new BalanceWatch({
    state,
    account,
    clock,
    balance,
    review: (reading) => reconciler.run({ urgency: 'call', reading }),
  });
  const earlier = new EarlierSpending({ state, account, clock, read, sizes: pageSizes });
  const recorder = new EntryRecorder(state.ledger, clock);
  const reconcile = (): Promise<void> => reconciler.runIfDue();
  const budget = new Budget({
    state: own,
    account,
    session: config.session,
    clock,
    limits: config.budget,
    narrowed: config.caller,
    fallback: config.defaultBudget,
    unpriced: config.unpriced,
    balance,
    earlier,
    recorder,
    watch,
    reconcile,
  });
  const lookup = new ChargeLookup({
    clock,
    open: async () => (await reconciler.unconfirmed()).filter(({ confirmation }) => confirmation === null).length,
    review: (signal) => reconciler.run({ urgency: 'poll', signal }),
  });
  const lookUpCharges = (): void => {
    if (config.chargeLookup !== 'on_demand') lookup.note();
  };
  const files = new KeptFiles({ saved: own.saved, account, redact, clock, label: config.account });

  const jobs = new Jobs({
    state: own,
    account,
    clock,
    send,
    owner: randomUUID(),
    endWaits,
    speed: config.jobSpeed,
    eventsReportingJobs: config.eventsCome ? eventsReportingJobs() : undefined,
    isShared: config.caller !== undefined,
  });
  const paidCall = new PaidCall({
    state: own,
    account,
    budget,
    reconcile,
    recorder,
    jobs,
    files,
    read,
    send: senderUntil(closed.signal),
    clock,
    consentThresholds,
    onCharged: (credits) => balance.spent(credits),
    onUnconfirmed: lookUpCharges,
    onRefused: config.onRefused,
  });

  const waitMs = ({ waitSeconds = maxWaitSeconds }: CallOptions): number => waitSeconds * 1000;
  const deadlineOf = (options: CallOptions): Deadline =>
    deadlineIn(waitMs(options), clock, (options.roomSeconds ?? options.waitSeconds ?? maxWaitSeconds) * 1000);
  const secretFiles = new Set(config.secretFiles ?? []);

  async function call(operation: Operation, args: Arguments, callOptions: CallOptions): Promise<Reply> {
    const options = { ...callOptions, label: callOptions.label === undefined ? config.label : callOptions.label };
    const prepared = await prepareCall(operation, args, options, { clock, waitMs: waitMs(options), secretFiles });
    const send = (sendOptions: SendOptions): Promise<Reply> => {
      const sent = { ...prepared, options: { ...options, ...sendOptions } };
      return operation.effect === 'paid' || operation.job ? paidCall.call(sent) : freeCalls.call(sent);
    };
    const effects = operation.effect === 'read' ? undefined : options.effects;
    const reply = await (effects ? effects.call(prepared, send) : send({}));
    return options.keepsFiles ? withFile(operation, args, reply) : reply;
  }

  /** Runs `work`, and reports its duration (ms) and outcome to the meter. */
  async function counted<T>({ name, effect }: Operation, work: () => Promise<T>): Promise<T> {
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

  /** Stores the file of a free reply, and returns the reply with a reference to it. Files of paid calls are stored already. */
  async function withFile<R extends Pick<Reply, 'data' | 'raw' | 'file'>>(
    operation: Operation,
    args: Arguments,
    reply: R,
  ): Promise<R> {
    const file = reply.file ? undefined : fileIn(reply);
    return file ? { ...reply, file: await files.keep(operation, args, file, false) } : reply;
  }

  const pinned = (operation: Operation, args: Arguments): Arguments => {
    if (isBeyondPins(operation, config.pins)) throw beyondPins(operation);
    const read = readOperationArguments(operation, definedFields(args));
    return withPins(operation, read, config.pins, (names) => {
      throw pinnedElsewhere(operation, names);
    });
  };

  return mapStoreErrors<Client>({
    pins: config.pins,
    label: config.label,
    pageSizes,
    async call(operationOrName, input, options = {}) {
      const operation = toOperation(operationOrName);
      const args = pinned(operation, input);
      // The answer is not validated: its type is the one that the catalog declares.
      return (await counted(operation, () => call(operation, args, options))) as Reply<never>;
    },
    observe: (operation, input, options = {}) =>
      counted(operation, async () => {
        if (operation.effect !== 'read') throw new Error(`${operation.name} is no free read`);
        const args = pinned(operation, input);
        const terms = { clock, waitMs: waitMs(options), secretFiles };
        return freeCalls.observe(await prepareCall(operation, args, options, terms));
      }),
    quote(operationOrName, input) {
      const operation = toOperation(operationOrName);
      return paidCall.quote(operation, validate(operation, pinned(operation, input)), deadlineOf({}));
    },
    ...recordedJobs({ ledger: own.ledger, account, paidCall, deadlineOf }),
    ...teamMoney({ state, own, account, clock, budget, balance, reconciler, watch }),
    keptFile: (id) => files.read(id),
    files: mapStoreErrors<CallerFiles>(files),
    download: (address) => download(send, apiUrl, address, maxWaitSeconds * 1000),
    async holds(id) {
      const { runs, ledger, saved } = own;
      const caller = await account.toRead();
      if (id.startsWith('run_')) return (await runs.find(caller, id)) !== undefined;
      return (await ledger.find(caller, id)) !== undefined || (await saved.read(caller, id)) !== undefined;
    },
    async runs(purpose) {
      const key = purpose === 'start' ? await account.toWrite() : await account.toRead();
      return { account: key, store: mapStoreErrors(own.runs), budget: mapStoreErrors(budget), consentThresholds };
    },
    async memory(label = config.label ?? null) {
      const place = { account: await account.toWrite(), label: label ?? undefined };
      return { store: mapStoreErrors(own.memory), place };
    },
    records: async () => mapStoreErrors(accountRecords(state, account, earlier)),
    async close() {
      closing.abort();
      breaker.close();
      const stop = new AbortController();
      await Promise.race([paidCall.idle(), clock.sleep(closeGraceMs, stop.signal).catch(() => undefined)]);
      stop.abort();
      closed.abort();
      await recorder.close();
      await lookup.close();
      await transport.close();
    },
  });
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
