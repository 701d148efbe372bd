import { randomUUID } from 'node:crypto';
import { operationNamed } from '../../catalog/index.ts';
import type { OperationName } from '../../catalog/operation-types.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import { systemClock, type Clock } from '../../clock.ts';
import type { Entry, EntryState } from '../../state/entry.ts';
import type { State } from '../../state/state.ts';
import { ownedBy } from '../../state/owned-by.ts';
import { StateUnavailable } from '../../state/state-unavailable.ts';
import { Balance } from '../money/balance.ts';
import { accountRecords } from '../account/account-records.ts';
import { BalanceWatch } from '../money/balance-watch.ts';
import { Budget, type DefaultBudget } from '../money/budget.ts';
import { ChargeLookup } from '../money/charge-lookup.ts';
import { CircuitBreaker } from '../transport/circuit-breaker.ts';
import type { Client } from '../client.ts';
import { type DecodedResponse, decodeResponse } from '../transport/decode-response.ts';
import { EarlierSpending } from '../money/earlier-spending.ts';
import { encode, type EncodeOptions, type WireRequest } from './encode.ts';
import { JobFailed } from '../errors/job-failed.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { StillCounts } from '../errors/still-counts.ts';
import { UnknownJob } from '../errors/unknown-job.ts';
import { Unreachable } from '../errors/unreachable.ts';
import { isVisibilityError, VisibilityError } from '../errors/visibility-error.ts';
import { fingerprint } from './fingerprint.ts';
import { Identity } from '../account/identity.ts';
import { toJobView } from '../jobs/job-view.ts';
import { isTransient } from '../transport/classify-response.ts';
import { Jobs } from '../jobs/jobs.ts';
import { meteredState, type Meter } from '../meter.ts';
import { moneyView } from '../money/money-view.ts';
import { quote as price } from '../money/pricing.ts';
import type { DriftNotice } from '../money/drift-notice.ts';
import { correctionWindowMs, Reconciler, type Reading } from '../money/reconciler.ts';
import { Releases } from './releases.ts';
import type { CallOptions, AcknowledgeDelivery, JobView, Quote, RawResponse, Reply } from './reply.ts';
import { createSender, minAnswerMs, type Send } from '../transport/sender.ts';
import { beyondResult, hasShownOnce, unwrapped, withoutShownOnce } from './start-answer.ts';
import { expiresAfterMs, PaidCallDispatcher } from './paid-call-dispatcher.ts';
import { bucketsOf, Throttle } from '../transport/throttle.ts';
import { createTransport, type WireResponse } from '../transport/transport.ts';
import { untilAnswered } from './until-answered.ts';
import { validate } from './validate.ts';
import { withoutSecrets } from '../account/without-secrets.ts';
import { watchArguments } from '../jobs/job-status.ts';
import type { BudgetLimit } from '../money/budget-limit.ts';

export interface ClientConfig {
  /** Service address; ends in `/api/v1`. */
  readonly apiUrl: string;
  readonly token: string;
  /** Stands for the service in place of its address, where that does not last. */
  readonly service?: string | undefined;
  /** The operator's name for the account that ledger, jobs and limits are kept under. Absent: the team of the token. */
  readonly account?: string | undefined;
  readonly state: State;
  /** Texts beside the token that must not get into the store, whoever says them. */
  readonly secrets?: readonly string[] | undefined;
  readonly budget: readonly BudgetLimit[];
  /** One of several callers: jobs and results are kept apart by `owner`, and `limits` hold for this caller beside the budget. */
  readonly caller?: { readonly owner: string; readonly limits: readonly BudgetLimit[] } | undefined;
  /** Sums since a person last agreed to a price, beyond which the next call asks one. */
  readonly consentThresholds?: readonly BudgetLimit[];
  /** The budget where neither `budget` nor the store has a limit. */
  readonly defaultBudget?: DefaultBudget | undefined;
  /** IANA name of the time zone in which the budget's days, weeks and months are cut. Default UTC. */
  readonly zone?: string;
  /** Credits reserved where the platform states no bound for a price. */
  readonly unpriced?: number | undefined;
  readonly requestsPerMinute: number;
  /** Seconds a call may block unless its options say otherwise. */
  readonly maxWaitSeconds: number;
  /** Real paths of files that are never uploaded: token file, state. */
  readonly secretFiles?: readonly string[];
  /** Once aborted, calls that wait for a job come back with its handle. */
  readonly endWaits?: AbortSignal | undefined;
  /** How many times faster than usual the platform works, for progress: the embedded one does. Default 1. */
  readonly jobSpeed?: number | undefined;
  readonly clock?: Clock;
  readonly meter?: Meter | undefined;
  /** When charges whose answers state no amount are looked up: in the background (default), or only when money is looked at. */
  readonly chargeLookup?: 'background' | 'on_demand';
  /** Called for each call that the platform charged more than its estimate. */
  readonly onDrift?: (notice: DriftNotice) => void;
}

/** Codes of refusals that the audit trail has a line for. */
const ofMoney: ReadonlySet<string> = new Set([
  'confirmation_required',
  'budget_exceeded',
  'budget_in_flight',
  'insufficient_credits',
]);

/** Milliseconds that answers under way are waited for at the end; what comes later stays in doubt. */
const closeGraceMs = 4_000;

/** Milliseconds that a probe waits for a slot, and then for its answer. */
const probeMs = 10_000;

/** Starts of others that a call joins in turn, if each is given up before it left. */
const maxJoins = 3;

/** Connects to the platform at `apiUrl`. Rejects with `StateUnavailable` if the store cannot be used. */
export async function createClient(config: ClientConfig): Promise<Client> {
  const { clock = systemClock, maxWaitSeconds } = config;
  const { meter } = config;
  const plain = withoutSecrets(config.state, [config.token, ...(config.secrets ?? [])]);
  const state = meter ? meteredState(plain, meter) : plain;
  const own = config.caller ? ownedBy(state, config.caller.owner) : state;
  const identity = await Identity.of({
    state,
    apiUrl: config.apiUrl,
    token: config.token,
    label: config.account,
    service: config.service,
    asksTeam: config.caller !== undefined,
    read,
  });
  const session = randomUUID();
  const transport = createTransport(config.apiUrl, config.token);
  const throttle = new Throttle(state, identity.access, clock, (urgency, ms) => meter?.slotWait(urgency, ms));
  const [closing, closed] = [new AbortController(), new AbortController()];
  const breaker = new CircuitBreaker({ clock, probe });
  const sendAlways = createSender({
    transport,
    throttle,
    state,
    account: identity.access,
    clock,
    requestsPerMinute: config.requestsPerMinute,
    breaker,
  });
  const endWaits = config.endWaits ? AbortSignal.any([config.endWaits, closing.signal]) : closing.signal;
  const jobs = new Jobs({
    state: own,
    get account() {
      return identity.known;
    },
    clock,
    send,
    owner: session,
    endWaits,
    speed: config.jobSpeed,
  });
  const releases = new Releases(state.ledger, clock);
  const starter = new PaidCallDispatcher(state, sendRecorded, jobs, releases);
  const secret = new Set(config.secretFiles ?? []);
  const balance = new Balance(read, clock);
  const reconciler = new Reconciler({
    state,
    get account() {
      return identity.known;
    },
    clock,
    read,
    balance: () => balance.now(true),
    onDrift: config.onDrift,
  });
  const watch = new BalanceWatch({
    state,
    get account() {
      return identity.known;
    },
    clock,
    balance,
    review: () => reconciler.run(),
  });
  const lookup = new ChargeLookup({
    clock,
    open: async () =>
      (await state.charges.unconfirmed(identity.known, clock.now() - correctionWindowMs)).filter(
        ({ confirmation }) => confirmation === null,
      ).length,
    review: (signal) => reconciler.run({ urgency: 'poll', signal }),
  });
  const { budget: limits, zone = 'UTC', unpriced } = config;
  const earlier = new EarlierSpending({
    state,
    get account() {
      return identity.known;
    },
    clock,
    zone,
    read,
  });
  const budget = new Budget({
    state: own,
    get account() {
      return identity.known;
    },
    session,
    clock,
    limits,
    narrowed: config.caller,
    fallback: config.defaultBudget,
    zone,
    unpriced,
    balance,
    earlier,
    releases,
    unexplained: (counted) => watch.check(counted),
    reconcile: () => reconciler.runIfDue(),
  });
  /** Under way: who was told an end and calls again at once means another one. */
  const tellings = new Set<Promise<unknown>>();
  let isClean = false;

  /** Sends what somebody waits for: closing ends it. */
  function send(...request: Parameters<Send>): Promise<WireResponse> {
    return sendUntil(closing.signal, ...request);
  }

  /** Sends what is on record: closing leaves it a moment to leave and to be answered. */
  function sendRecorded(...request: Parameters<Send>): Promise<WireResponse> {
    return sendUntil(closed.signal, ...request);
  }

  async function sendUntil(
    end: AbortSignal,
    ...[operation, input, request, sending]: Parameters<Send>
  ): Promise<WireResponse> {
    const { signal } = sending;
    try {
      return await sendAlways(operation, input, request, {
        ...sending,
        signal: signal ? AbortSignal.any([signal, end]) : end,
      });
    } catch (error) {
      if (end.aborted && !signal?.aborted && !isVisibilityError(error))
        throw new Unreachable(
          'This server is shutting down.',
          'Repeat the call when it runs again; nothing was carried out.',
        );
      throw error;
    }
  }

  /** One free read that no caller waits for, to see whether the platform answers again. */
  async function probe(): Promise<boolean> {
    const operation = operationNamed('credits.balance');
    const slot = await throttle.take({
      buckets: bucketsOf(operation, {}, config.requestsPerMinute),
      urgency: 'poll',
      slotWaitMs: probeMs,
      deadline: probeMs,
      signal: closing.signal,
    });
    const attempt = await transport.attempt(await encode(operation, {}), {
      timeoutMs: probeMs,
      reuse: true,
      signal: closing.signal,
    });
    await (attempt.kind === 'answered'
      ? state.slots.markAnswered(slot)
      : attempt.sent
        ? undefined
        : state.slots.release(slot));
    return attempt.kind === 'answered' && !isTransient(operation, attempt.response);
  }

  async function metered(operation: Operation, work: () => Promise<Reply>): Promise<Reply> {
    const began = clock.steady();
    let outcome = 'ok';
    try {
      return await work();
    } catch (error) {
      outcome = isVisibilityError(error) ? error.code : 'failed';
      throw error;
    } finally {
      const { name, effect } = operation;
      meter?.call({ operation: name, effect, outcome, ms: clock.steady() - began });
    }
  }

  /** The order of a call. Each step is a file of its own. */
  async function call(operation: Operation, given: Arguments, options: CallOptions = {}): Promise<Reply> {
    const input = validate(operation, given);
    const request = await encode(operation, input, sendable(options));
    const until = clock.steady() + wait(options);
    if (operation.effect !== 'paid' && !operation.job) {
      return toReply(
        await readAnswer(
          operation,
          await send(operation, input, request, {
            urgency: 'call',
            slotWaitMs: wait(options),
            deadlineMs: leftOf(until),
            signal: options.signal,
          }),
        ),
      );
    }
    const account = await open(identity.account(options.signal));
    await Promise.all(tellings);
    await releases.retry();
    for (let rounds = maxJoins; ; rounds--) {
      const twin = options.again ? undefined : await own.ledger.findInFlightDuplicate(account, fingerprint(request));
      const { entry, joined, started } = twin
        ? { entry: twin, joined: true }
        : await begin(operation, input, request, options, until);
      try {
        return await finish(entry.id, options, joined, until);
      } catch (error) {
        // Another's start that was given up before it left: this caller still wants it.
        options.signal?.throwIfAborted();
        if (error instanceof StateUnavailable) throw await withoutStore(entry, started, error);
        const left = joined && rounds > 1 ? await own.ledger.find(account, entry.id) : undefined;
        if (!left || !neverLeft(left)) throw error;
      }
    }
  }

  /** The account, its outdated entries dropped before this process first uses it. */
  async function open(lookup: Promise<string>): Promise<string> {
    const account = await lookup;
    if (isClean) return account;
    await state.ledger.applyRetention(account);
    isClean = true;
    // A process that ended before it looked leaves its charges to this one.
    lookUp();
    return account;
  }

  function lookUp(): void {
    if (config.chargeLookup !== 'on_demand') lookup.note();
  }

  /** Starts the call; where that is refused for its price, the audit trail says so. */
  async function begin(...given: Parameters<typeof admit>): ReturnType<typeof admit> {
    try {
      return await admit(...given);
    } catch (error) {
      const [{ name: operation }, , , { caller }] = given;
      if (isVisibilityError(error) && ofMoney.has(error.code)) {
        const { facts } = error;
        const estimated = [facts?.['estimate'], facts?.['credits'], facts?.['required']].find(
          (one) => typeof one === 'number',
        );
        // The refusal matters more than its line.
        await state.audit
          .recordRefusal(identity.known, { operation, reason: error.code, caller, estimated })
          .catch(() => undefined);
      }
      throw error;
    }
  }

  /** Prices the call, asks whoever has to agree, reserves its price and sends it on its way. */
  async function admit(
    operation: Operation,
    input: Arguments,
    request: WireRequest,
    options: CallOptions,
    until: number,
  ): Promise<{ entry: Entry; joined: boolean; started?: Promise<unknown> }> {
    const quoted = await quoteFor(operation, input, until, options.signal);
    const consent = await options.consent?.(quoted);
    const slotWaitMs = wait(options);
    const intent = {
      operation: operation.name,
      arguments: input,
      fingerprint: fingerprint(request),
      quote: quoted,
      gate: 'gate' in operation.price ? (operation.price.gate ?? 0) : 0,
      again: options.again ?? false,
      expiresAfterMs: expiresAfterMs(slotWaitMs),
      caller: options.caller,
      consent: consent ?? undefined,
      consentThresholds: consent === 'not_needed' ? (config.consentThresholds ?? []) : [],
    };
    let reserved = await budget.reserve(intent);
    if (reserved.kind === 'needs_person') {
      const { limit, spent } = reserved;
      const agreed = await options.consent?.(quoted, { limit: `${limit.credits}/${limit.window}`, spent });
      reserved = await budget.reserve({ ...intent, consent: agreed ?? undefined, consentThresholds: [] });
    }
    if (reserved.kind === 'needs_person') throw new Error('a call that a person agreed to needs no other');
    const { entry, kind } = reserved;
    if (kind === 'joined') return { entry, joined: true };
    return {
      entry,
      joined: false,
      started: starter.begin(entry, { operation, input, request, slotWaitMs, signal: options.signal }),
    };
  }

  /** Waits for a call on record, and gives its caller what became of it. */
  async function finish(
    id: string,
    options: CallOptions,
    joined: boolean,
    until = clock.steady() + wait(options),
  ): Promise<Reply> {
    const started = starter.find(id);
    const entry = await jobs.follow(
      id,
      { waitMs: Math.max(0, until - clock.steady()), signal: options.signal, onProgress: options.onProgress },
      started,
    );
    if (!entry) throw new UnknownJob(id);
    if ((entry.state === 'failed' || entry.state === 'unknown') && started) {
      await started;
      // It arrived after all, later than the store had given it up.
      return finish(id, options, joined, until);
    }
    if (neverLeft(entry))
      throw new Unreachable(
        `${entry.operation} was not sent: ${entry.error ?? 'no reason given'}`,
        'Repeat the call; nothing was sent.',
      );
    if (entry.state === 'failed')
      throw new JobFailed(entry.operation, entry.error ?? 'no reason given', {
        job_id: id,
        charged: entry.charged ?? 0,
      });
    if (entry.state === 'unknown') throw inDoubt(entry);
    const fetched = entry.state === 'completed' ? await fetchResult(entry, until, options.signal) : undefined;
    const hasEnd = entry.state === 'completed' || entry.state === 'needs_you';
    const operation = operationNamed(entry.operation);
    const takes = !options.omitOneTimeFields && hasShownOnce(operation, entry.started);
    if (hasEnd || takes)
      await (options.deferAcknowledgement ?? atOnce)((heard) => tell(entry, heard, { hasEnd, takes }));
    if (charged(entry) > 0 && !joined) balance.spent(charged(entry));
    if (entry.confirmation === null && charged(entry) > 0) lookUp();
    const data = fetched?.data ?? unwrapped(entry.answer);
    const view = toJobView(entry, { joined, result: data });
    const isJob = operation.job !== undefined;
    const beyond = beyondResult(
      takes ? entry.started : withoutShownOnce(operation, entry.started),
      hasEnd ? data : null,
    );
    return {
      data: hasEnd ? data : null,
      ...(beyond === undefined ? {} : { started: beyond }),
      ...(fetched?.page ? { page: fetched.page } : {}),
      ...(fetched?.incomplete ? { incomplete: fetched.incomplete } : {}),
      ...(fetched?.raw ? { raw: fetched.raw } : {}),
      ...(fetched?.leftUnread ? { leftUnread: fetched.leftUnread } : {}),
      ...(isJob || joined || entry.state !== 'completed' ? { job: withoutData(view) } : {}),
      credits: view.credits,
    };
  }

  /**
   * Writes down whether a reply was received: the end of a call, and what is shown once, which is dropped then. What cannot
   * be written down is given again.
   */
  async function tell(
    { id, state: end, operation, started }: Entry,
    heard: boolean,
    { hasEnd, takes }: { hasEnd: boolean; takes: boolean },
  ): Promise<void> {
    const change = {
      ...(hasEnd ? { delivered: heard } : {}),
      ...(takes ? { started: heard ? withoutShownOnce(operationNamed(operation), started) : started } : {}),
    };
    const telling = state.ledger.record(id, change, hasEnd ? [end] : undefined).catch(() => undefined);
    tellings.add(telling);
    await telling;
    tellings.delete(telling);
  }

  async function fetchResult(
    entry: Entry,
    until: number,
    signal: AbortSignal | undefined,
  ): Promise<DecodedResponse | undefined> {
    const job = operationNamed(entry.operation).job;
    if (!job?.fetch || !entry.watch) return undefined;
    const operation = operationNamed(job.fetch);
    const input = job.fetchWith ? watchArguments(job.fetchWith, entry.arguments, entry.answer) : entry.watch.arguments;
    return input && read(operation, input, reading(signal), leftOf(until));
  }

  /**
   * One free read. A platform that hangs holds it for `deadlineMs`, by default a quarter of what a call may take: a call
   * may need several. Slots are waited for as long as a call may block.
   */
  async function read(
    operation: Operation,
    input: Arguments,
    how: Reading = { urgency: 'call' },
    deadlineMs = Math.max(minAnswerMs, maxWaitSeconds * 250),
  ): Promise<DecodedResponse> {
    const request = await encode(operation, input);
    return readAnswer(
      operation,
      await send(operation, input, request, {
        ...how,
        slotWaitMs: Math.max(deadlineMs, maxWaitSeconds * 1000),
        deadlineMs,
      }),
    );
  }

  const reading = (signal: AbortSignal | undefined): Reading => ({ urgency: 'call', ...(signal ? { signal } : {}) });

  /** Milliseconds until then, and never too few to be answered in. */
  const leftOf = (until: number): number => Math.max(minAnswerMs, until - clock.steady());

  async function download(address: string): Promise<RawResponse> {
    const { origin } = new URL(config.apiUrl);
    const url = URL.parse(address, origin);
    if (url?.origin !== origin)
      throw new VisibilityError('not_found', 'The address is not on the platform.', { outcome: 'not_sent' });
    const request = { method: 'GET', target: `${url.pathname}${url.search}`, outside: true };
    const ms = maxWaitSeconds * 1000;
    const { headers, body } = await send(operationNamed('files.get'), {}, request, {
      urgency: 'call',
      slotWaitMs: ms,
      deadlineMs: ms,
    });
    return { mime: headers['content-type'] ?? '', body };
  }

  const quoteFor = (
    operation: Operation,
    input: Arguments,
    until = clock.steady() + maxWaitSeconds * 1000,
    signal?: AbortSignal,
  ): Promise<Quote> =>
    price(operation, input, async (name, facts) => {
      const { data, page } = await read(operationNamed(name), facts, reading(signal), leftOf(until));
      return page ? { rows: data, total: page.total } : data;
    });

  async function forget(id: string): Promise<void> {
    const account = await open(identity.accountToRead());
    const entry = await own.ledger.find(account, id);
    if (!entry) throw new UnknownJob(id);
    if (entry.money !== 'settled' && entry.money !== 'released') throw new StillCounts(id, entry.money);
    const over =
      entry.state === 'completed' || entry.state === 'failed'
        ? {}
        : { state: 'failed' as const, error: 'forgotten by the operator' };
    await state.ledger.record(id, { ...over, delivered: true, answer: null, started: null });
  }

  const wait = ({ waitSeconds }: CallOptions): number => (waitSeconds ?? maxWaitSeconds) * 1000;
  const sendable = ({ files }: CallOptions): EncodeOptions => ({ secret, ...(files ? { files } : {}) });

  return {
    call: (operation, input, options = {}) =>
      told(
        // Data is not validated: its type is what the contract promises.
        async () =>
          (await metered(toOperation(operation), () =>
            untilAnswered(options, (bound) => call(toOperation(operation), input, bound)),
          )) as Reply<never>,
      ),
    quote: (operation, input) => told(() => quoteFor(toOperation(operation), validate(toOperation(operation), input))),
    wait: (id, options = {}) =>
      told(async () => {
        const account = await open(identity.accountToRead());
        const reply = await finish(id, options, false);
        const entry = await own.ledger.find(account, id);
        if (!entry) throw new UnknownJob(id);
        return {
          ...toJobView(entry, { result: reply.data }),
          ...(reply.raw ? { raw: reply.raw } : {}),
          ...(reply.leftUnread ? { leftUnread: reply.leftUnread } : {}),
          ...(reply.started === undefined ? {} : { started: reply.started }),
        };
      }),
    download: (address) => told(() => download(address)),
    jobs: ({ state: wanted, limit = 50 } = {}) =>
      told(async () => {
        const account = await open(identity.accountToRead());
        const entries = await own.ledger.list(account, {
          ...(wanted ? { states: [wanted as EntryState] } : {}),
          limit,
        });
        return entries.map((entry) => withoutData(toJobView(entry)));
      }),
    money: () =>
      told(async () => {
        const account = await open(identity.accountToRead());
        const failure = await balance.read().then(() => undefined, asRefusal);
        if (!failure) await reconciler.runIfDue();
        return moneyView({ state, own, account, budget, balance, failure, now: clock.now() });
      }),
    reconcile: () =>
      told(async () => {
        await open(identity.account());
        return (await reconciler.run()).reconciled;
      }),
    acceptBalance: () =>
      told(async () => {
        const account = await open(identity.account());
        const readAt = clock.now();
        const credits = await balance.read();
        if (credits !== undefined) await state.charges.markBalance(account, { balance: credits, readAt });
      }),
    forget: (id) => told(() => forget(id)),
    records: () => told(async () => accountRecords(state, identity, await open(identity.accountToRead()), earlier)),
    async close() {
      // Calls that wait for a job come back with its handle, and reads end; what is on record may still leave and be answered.
      closing.abort();
      breaker.close();
      const stop = new AbortController();
      await Promise.race([starter.idle(), clock.sleep(closeGraceMs, stop.signal).catch(() => undefined)]);
      stop.abort();
      closed.abort();
      await releases.close();
      await lookup.close();
      await transport.close();
    },
  };
}

/** The store failed while a call was waited for: what became of its start is what its caller is told. */
async function withoutStore(
  { id, operation }: Entry,
  started: Promise<unknown> | undefined,
  { message }: StateUnavailable,
): Promise<unknown> {
  const failure: unknown = await started?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (
    failure ??
    new OutcomeUnknown(
      `${operation} goes on, and the state store cannot be used now: ${message}.`,
      `job_wait {"job_id": "${id}"} when it can be; do not start another.`,
    )
  );
}

const toOperation = (operation: OperationName | Operation): Operation =>
  typeof operation === 'string' ? operationNamed(operation) : operation;

/** A store that cannot be used refuses the call: nothing was sent, or what was sent stays in doubt. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateUnavailable)
      throw new Unreachable(error.message, 'Ask the operator to look at the state store (visibility-mcp doctor).');
    throw error;
  }
}

async function readAnswer(
  operation: Operation,
  response: Parameters<typeof decodeResponse>[1],
): Promise<DecodedResponse> {
  try {
    return await decodeResponse(operation, response);
  } catch {
    const says = `The platform answered ${response.status} to ${operation.name}, and the answer cannot be read: it is not what the contract says.`;
    if (operation.effect === 'read')
      throw new Unreachable(
        says,
        'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
        response.status,
      );
    throw new OutcomeUnknown(says, 'Look whether its effect is there before repeating it.', response.status);
  }
}

/** What a read ended in, where that is a refusal. */
function asRefusal(error: unknown): VisibilityError {
  if (isVisibilityError(error)) return error;
  throw error;
}

const atOnce = (end: AcknowledgeDelivery): Promise<void> => end(true);

const toReply = ({ data, page, raw, incomplete, leftUnread }: DecodedResponse): Reply => ({
  data,
  ...(page ? { page } : {}),
  ...(incomplete ? { incomplete } : {}),
  ...(raw ? { raw } : {}),
  ...(leftUnread ? { leftUnread } : {}),
});

const charged = ({ charged: credits }: Entry): number => credits ?? 0;

/** A reservation that was given up or has lapsed: nothing was sent. */
const neverLeft = ({ state, dispatchedAt }: Entry): boolean => state === 'failed' && dispatchedAt === null;

const withoutData = ({ data: _, ...view }: JobView): JobView => view;

const inDoubt = (entry: Entry): OutcomeUnknown =>
  new OutcomeUnknown(
    `${entry.operation} ${entry.id}: ${entry.error ?? 'its outcome is not known'}. It may have been charged (up to ${entry.estimate} credits).`,
    'Look whether its effect is there. To start another one all the same, repeat the call with again: true.',
  );
