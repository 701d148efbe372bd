import { randomUUID } from 'node:crypto';
import { operation as operationNamed } from '../catalog/index.ts';
import type { Arguments, Operation } from '../catalog/operation.ts';
import { systemClock, type Clock } from '../clock.ts';
import type { Entry, EntryState, State } from '../state/state.ts';
import { StateUnavailable } from '../state/state-unavailable.ts';
import { Balance } from './balance.ts';
import { Budget } from './budget.ts';
import type { Client } from './client.ts';
import { type Answered, decodeAnswer } from './decode-answer.ts';
import { encode, type FileAccess, type WireRequest } from './encode.ts';
import { JobFailed } from './errors/job-failed.ts';
import { OutcomeUnknown } from './errors/outcome-unknown.ts';
import { StillCounts } from './errors/still-counts.ts';
import { UnknownJob } from './errors/unknown-job.ts';
import { Unreachable } from './errors/unreachable.ts';
import { VisibilityError } from './errors/visibility-error.ts';
import { fingerprint } from './fingerprint.ts';
import { toJobView } from './job-view.ts';
import { Jobs } from './jobs.ts';
import { moneyView } from './money-view.ts';
import { quote as price } from './pricing.ts';
import { Reconciler } from './reconciler.ts';
import type { CallOptions, Heard, JobView, Quote, Raw, Reply } from './reply.ts';
import { createSender } from './sender.ts';
import { lapsesAfter, Starter } from './starter.ts';
import { Throttle } from './throttle.ts';
import { createTransport } from './transport.ts';
import { validate } from './validate.ts';
import { watchArguments } from './verdict.ts';
import type { BudgetLimit } from './budget-limit.ts';

export interface ClientConfig {
  /** Service address; ends in `/api/v1`. */
  readonly apiUrl: string;
  readonly token: string;
  /** What ledger, jobs and rate are kept under in place of the address, where that does not last. */
  readonly account?: string | undefined;
  readonly state: State;
  readonly budget: readonly BudgetLimit[];
  /** IANA name of the time zone in which the budget's days, weeks and months are cut. Default UTC. */
  readonly zone?: string;
  /** Credits reserved where the platform states no bound for a price. */
  readonly unpriced?: number | undefined;
  readonly requestsPerMinute: number;
  /** Seconds a call may block unless its options say otherwise. */
  readonly maxWaitSeconds: number;
  /** Real paths of files that are never uploaded: token file, state. */
  readonly secretFiles?: readonly string[];
  readonly clock?: Clock;
}

/** Milliseconds that answers under way are waited for at the end; what comes later stays in doubt. */
const lastAnswers = 5_000;

/** Starts of others that a call joins in turn, if each is given up before it left. */
const mostRounds = 3;

/** Connects to the platform at `apiUrl`. Rejects with `StateUnavailable` if the store cannot be used. */
export async function createClient(config: ClientConfig): Promise<Client> {
  const { state, clock = systemClock, maxWaitSeconds } = config;
  const account = await state.account(config.account ?? config.apiUrl, config.token);
  const session = randomUUID();
  const transport = createTransport(config.apiUrl, config.token);
  const throttle = new Throttle(state, account, clock);
  const send = createSender({ transport, throttle, state, account, clock, requestsPerMinute: config.requestsPerMinute });
  const jobs = new Jobs({ state, account, clock, send, owner: session });
  const starter = new Starter(state, send, jobs);
  const secret = new Set(config.secretFiles ?? []);
  const balance = new Balance(read, clock);
  const reconciler = new Reconciler({ state, account, clock, read });
  const { budget: limits, zone = 'UTC', unpriced } = config;
  const budget = new Budget({ state, account, session, clock, limits, zone, unpriced, balance, reconcile: () => reconciler.runIfDue() });
  /** Under way: who was told an end and calls again at once means another one. */
  const tellings = new Set<Promise<unknown>>();
  await state.clean(account);

  /** The order of a call. Each step is a file of its own. */
  async function call(operation: Operation, given: Arguments, options: CallOptions = {}): Promise<Reply> {
    const input = validate(operation, given);
    const request = await encode(operation, input, access(options));
    if (operation.effect !== 'paid' && !operation.job) {
      return toReply(readAnswer(operation, await send(operation, input, request, { urgency: 'call', patience: wait(options), signal: options.signal })));
    }
    await Promise.all(tellings);
    for (let rounds = mostRounds; ; rounds--) {
      const twin = options.again ? undefined : await state.findTwin(account, fingerprint(request));
      const { entry, joined, started } = twin ? { entry: twin, joined: true } : await begin(operation, input, request, options);
      try {
        return await finish(entry.id, options, joined);
      } catch (error) {
        // Another's start that was given up before it left: this caller still wants it.
        options.signal?.throwIfAborted();
        if (error instanceof StateUnavailable) throw await withoutStore(entry, started, error);
        const left = joined && rounds > 1 ? await state.find(account, entry.id) : undefined;
        if (!left || !neverLeft(left)) throw error;
      }
    }
  }

  /** Prices the call, asks whoever has to agree, reserves its price and sends it on its way. */
  async function begin(operation: Operation, input: Arguments, request: WireRequest, options: CallOptions): Promise<{ entry: Entry; joined: boolean; started?: Promise<unknown> }> {
    const quoted = await quoteFor(operation, input);
    await options.consent?.(quoted);
    const patience = wait(options);
    const { entry, kind } = await budget.reserve({
      operation: operation.name,
      arguments: hidden(input),
      fingerprint: fingerprint(request),
      quote: quoted,
      gate: 'gate' in operation.price ? (operation.price.gate ?? 0) : 0,
      again: options.again ?? false,
      lapsesAfter: lapsesAfter(patience),
    });
    if (kind === 'joined') return { entry, joined: true };
    return { entry, joined: false, started: starter.begin(entry, { operation, input, request, patience, signal: options.signal }) };
  }

  /** Waits for a call on record, and gives its caller what became of it. */
  async function finish(id: string, options: CallOptions, joined: boolean): Promise<Reply> {
    const started = starter.find(id);
    const entry = await jobs.follow(id, { waitMs: wait(options), signal: options.signal, onProgress: options.onProgress }, started);
    if (!entry) throw new UnknownJob(id);
    if ((entry.state === 'failed' || entry.state === 'unknown') && started) {
      await started;
      // It arrived after all, later than the store had given it up.
      return finish(id, options, joined);
    }
    if (neverLeft(entry)) throw new Unreachable(`${entry.operation} was not sent: ${entry.error ?? 'no reason given'}`, 'Repeat the call; nothing was sent.');
    if (entry.state === 'failed') throw new JobFailed(entry.operation, entry.error ?? 'no reason given', { job_id: id, charged: entry.charged ?? 0 });
    if (entry.state === 'unknown') throw inDoubt(entry);
    const fetched = entry.state === 'completed' ? await fetchResult(entry) : undefined;
    const hasEnd = entry.state === 'completed' || entry.state === 'needs_you';
    if (hasEnd) await (options.handOver ?? atOnce)((heard) => tell(entry, heard));
    if (charged(entry) > 0 && !joined) balance.spent(charged(entry));
    const data = fetched?.data ?? unwrapped(entry.answer);
    const view = toJobView(entry, { joined, result: data });
    const isJob = operationNamed(entry.operation).job !== undefined;
    return {
      data: hasEnd ? data : null,
      ...(fetched?.page ? { page: fetched.page } : {}),
      ...(fetched?.raw ? { raw: fetched.raw } : {}),
      ...(isJob || joined || entry.state !== 'completed' ? { job: withoutData(view) } : {}),
      credits: view.credits,
    };
  }

  /** Writes down whether the end of a call was heard. One that cannot be written down is told again. */
  async function tell({ id, state: end }: Entry, heard: boolean): Promise<void> {
    const telling = state.record(id, { delivered: heard }, [end]).catch(() => undefined);
    tellings.add(telling);
    await telling;
    tellings.delete(telling);
  }

  async function fetchResult(entry: Entry): Promise<Answered | undefined> {
    const job = operationNamed(entry.operation).job;
    if (!job?.fetch || !entry.watch) return undefined;
    const operation = operationNamed(job.fetch);
    const input = job.fetchWith ? watchArguments(job.fetchWith, entry.arguments, entry.answer) : entry.watch.arguments;
    return input && read(operation, input);
  }

  async function read(operation: Operation, input: Arguments): Promise<Answered> {
    const request = await encode(operation, input, { allowed: false, secret });
    return readAnswer(operation, await send(operation, input, request, { urgency: 'call', patience: maxWaitSeconds * 1000 }));
  }

  async function download(address: string): Promise<Raw> {
    const { origin } = new URL(config.apiUrl);
    const url = URL.parse(address, origin);
    if (url?.origin !== origin) throw new VisibilityError('not_found', 'The address is not on the platform.', { outcome: 'not_sent' });
    const request = { method: 'GET', target: `${url.pathname}${url.search}`, outside: true };
    const { headers, body } = await send(operationNamed('files.get'), {}, request, { urgency: 'call', patience: maxWaitSeconds * 1000 });
    return { mime: headers['content-type'] ?? '', body };
  }

  const quoteFor = (operation: Operation, input: Arguments): Promise<Quote> =>
    price(operation, input, async (name, facts) => {
      const { data, page } = await read(operationNamed(name), facts);
      return page ? { rows: data, total: page.total } : data;
    });

  async function forget(id: string): Promise<void> {
    const entry = await state.find(account, id);
    if (!entry) throw new UnknownJob(id);
    if (entry.money !== 'settled' && entry.money !== 'released') throw new StillCounts(id, entry.money);
    const over = entry.state === 'completed' || entry.state === 'failed' ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
    await state.record(id, { ...over, delivered: true, answer: null });
  }

  /** Arguments as they are written down: a token that somebody put into them stays out of the store. */
  function hidden(input: Arguments): Arguments {
    const spelled = JSON.stringify(input);
    return spelled.includes(config.token) ? (JSON.parse(spelled.replaceAll(config.token, '[token]')) as Arguments) : input;
  }

  const wait = ({ waitSeconds }: CallOptions): number => (waitSeconds ?? maxWaitSeconds) * 1000;
  const access = ({ localFiles }: CallOptions): FileAccess => ({ allowed: localFiles ?? false, secret });

  return {
    call: (operation, input, options) => told(() => call(operation, input, options)),
    quote: (operation, input) => told(() => quoteFor(operation, validate(operation, input))),
    wait: (id, options = {}) =>
      told(async () => {
        const reply = await finish(id, options, false);
        const entry = await state.find(account, id);
        if (!entry) throw new UnknownJob(id);
        return { ...toJobView(entry, { result: reply.data }), ...(reply.raw ? { raw: reply.raw } : {}) };
      }),
    download: (address) => told(() => download(address)),
    jobs: ({ state: wanted, limit = 50 } = {}) =>
      told(async () => {
        const entries = await state.list(account, { ...(wanted ? { states: [wanted as EntryState] } : {}), limit });
        return entries.map((entry) => withoutData(toJobView(entry)));
      }),
    money: () =>
      told(async () => {
        await reconciler.runIfDue();
        return moneyView({ state, account, budget, balance, now: clock.now() });
      }),
    reconcile: () => told(() => reconciler.run()),
    forget: (id) => told(() => forget(id)),
    async close() {
      const stop = new AbortController();
      await Promise.race([starter.idle(), clock.sleep(lastAnswers, stop.signal).catch(() => undefined)]);
      stop.abort();
      await transport.close();
    },
  };
}

/** The store failed while a call was waited for: what became of its start is what its caller is told. */
async function withoutStore({ id, operation }: Entry, started: Promise<unknown> | undefined, { message }: StateUnavailable): Promise<unknown> {
  const failure: unknown = await started?.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return failure ?? new OutcomeUnknown(`${operation} goes on, and the state store cannot be used now: ${message}.`, `job_wait {"job_id": "${id}"} when it can be; do not start another.`);
}

/** A store that cannot be used refuses the call: nothing was sent, or what was sent stays in doubt. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StateUnavailable) throw new Unreachable(error.message, 'Ask the operator to look at the state store (visibility-mcp doctor).');
    throw error;
  }
}

function readAnswer(operation: Operation, response: Parameters<typeof decodeAnswer>[1]): Answered {
  try {
    return decodeAnswer(operation, response);
  } catch {
    throw new OutcomeUnknown(
      `The platform answered ${response.status} to ${operation.name}, and the answer cannot be read.`,
      operation.effect === 'read' ? 'Repeat the call later.' : 'Look whether its effect is there before repeating it.',
      response.status,
    );
  }
}

const atOnce = (end: Heard): Promise<void> => end(true);

const toReply = ({ data, page, raw }: Answered): Reply => ({ data, ...(page ? { page } : {}), ...(raw ? { raw } : {}) });

const charged = ({ charged: credits }: Entry): number => credits ?? 0;

/** A reservation that was given up or has lapsed: nothing was sent. */
const neverLeft = ({ state, dispatchedAt }: Entry): boolean => state === 'failed' && dispatchedAt === null;

const withoutData = ({ data: _, ...view }: JobView): JobView => view;

/** `{data: …}` as its content; anything else as it is. */
const unwrapped = (said: unknown): unknown =>
  typeof said === 'object' && said !== null && 'data' in said && Object.keys(said).length === 1 ? said.data : said;

const inDoubt = (entry: Entry): OutcomeUnknown =>
  new OutcomeUnknown(
    `${entry.operation} ${entry.id}: ${entry.error ?? 'its outcome is not known'}. It may have been charged (up to ${entry.estimate} credits).`,
    'Look whether its effect is there. To start another one all the same, repeat the call with again: true.',
  );
