import { allOperations, type Arguments, type Operation, operationNamed } from '../../catalog/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../base/index.ts';
import { exampleArguments } from '../../catalog/schema/example.ts';
import { compareAnswer } from './compare-answer.ts';
import { compareDocument } from './compare-document.ts';
import { idSampleIn, idSampleOf } from './id-samples.ts';
import { isBreaking, type Finding, type Verdict, type Verification, type VerifiedOperation } from './verification.ts';
import { isVisibilityError, type VisibilityError } from '../../client/errors.ts';

export interface VerifyOptions {
  /** Families to check. Default: all. */
  readonly families?: readonly string[] | undefined;
  /** Maximum number of requests. Default 220. */
  readonly limit?: number | undefined;
  /** Called after each operation with the number of requested operations and their maximum. */
  readonly onProgress?: ((asked: number, of: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface VerifyDependencies {
  readonly client: Pick<Client, 'observe'>;
  readonly clock: Clock;
  /** `embedded`, or the host of the platform. */
  readonly platform: string;
}

const defaultLimit = 220;

/** Seconds that a request waits for a slot. The first one, which shows whether the platform answers, waits less. */
const waitSeconds = 300;
const firstWaitSeconds = 75;

/** Consecutive requests without an answer after which the verification fails. */
const maxUnanswered = 2;

/** Operations that are requested first: the balance, then the platform's own OpenAPI document. */
const balance = 'credits.balance';
const ownDocument = 'platform.openapi';

/**
 * Checks, with free reads only, whether the platform behaves as the catalog declares: one page of the smallest size of each
 * operation, with ids from lists that were read before.
 * @throws VisibilityError `unreachable`, `unauthorized` or `rate_limited` if the platform cannot be asked, or no longer
 * answers
 */
export async function verify(
  { client, clock, platform }: VerifyDependencies,
  { families, limit = defaultLimit, onProgress, signal }: VerifyOptions = {},
): Promise<Verification> {
  const inScope = allOperations().filter(
    ({ aliasOf, family }) => aliasOf === undefined && (families === undefined || families.includes(family)),
  );
  const session = new Session(client, limit, signal);
  const before = await session.balance();
  const asked = inScope.filter((operation) => whyNotAsked(operation) === undefined);
  for (const [at, operation] of inOrder(asked).entries()) {
    await session.look(operation);
    onProgress?.(at + 1, asked.length);
  }
  const after = await session.balance(true);
  const operations = inScope.map(
    (operation): VerifiedOperation =>
      session.looked.get(operation.name) ?? {
        operation: operation.name,
        result: 'skipped',
        why: whyNotAsked(operation),
        findings: [],
      },
  );
  return {
    ok: !operations.some(({ findings }) => findings.some(isBreaking)),
    platform,
    checked_at: new Date(clock.now()).toISOString(),
    requests: session.requests,
    spent: before === undefined || after === undefined ? null : Math.max(0, before - after),
    coverage: {
      operations: {
        checked: operations.filter(({ result }) => result === 'ok' || result === 'drift').length,
        of: inScope.length,
      },
      fields: session.fields,
    },
    operations,
  };
}

/** Why an operation is never requested; undefined for a free read that starts nothing and returns no secret. */
function whyNotAsked({ method, effect, price, job, shownOnce, answer }: Operation): string | undefined {
  if (effect === 'paid' || price.kind !== 'free') return 'may draw credits';
  if (effect !== 'read' || method !== 'GET') return 'changes something';
  if (job) return 'starts something';
  if (shownOnce.length > 0) return 'hands out a secret';
  return answer.kind === 'binary' && answer.mime !== 'application/yaml' ? 'hands out a file' : undefined;
}

/** The operations in order: first those without ids, then those that need ids from lists. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const depth = (operation: Operation): number => {
    if (operation.name === ownDocument) return -1;
    const isList = operation.answer.kind === 'list' || operation.answer.kind === 'rows';
    return 2 * operation.params.length + (isList ? 0 : 1);
  };
  return [...operations].sort((a, b) => depth(a) - depth(b));
}

/** One verification: what has been read so far, and how many requests have been sent. */
class Session {
  readonly #client: VerifyDependencies['client'];
  readonly #limit: number;
  readonly #signal: AbortSignal | undefined;
  /** Rows of lists, by operation and arguments. */
  readonly #rows = new Map<string, readonly unknown[]>();
  /** The results of the operations that were requested so far. */
  readonly looked = new Map<string, VerifiedOperation>();
  readonly fields = { seen: 0, of: 0 };
  requests = 0;
  #unanswered = 0;

  constructor(client: VerifyDependencies['client'], limit: number, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#limit = limit;
    this.#signal = signal;
  }

  /** The balance. The first request shows whether the platform can be asked. */
  async balance(again = false): Promise<number | undefined> {
    if (this.requests >= this.#limit) return undefined;
    const operation = operationNamed(balance);
    try {
      const response = await this.#send(operation, {}, firstWaitSeconds);
      const { content } = await compareAnswer(operation, {}, response);
      const value = (content as { balance?: unknown } | undefined)?.balance;
      return typeof value === 'number' ? value : undefined;
    } catch (error) {
      if (again || !isVisibilityError(error) || (error.status !== undefined && error.status !== 401)) return undefined;
      throw error;
    }
  }

  /** Requests an operation once. */
  async look(operation: Operation): Promise<void> {
    if (!this.looked.has(operation.name)) this.looked.set(operation.name, await this.#look(operation));
  }

  async #look(operation: Operation): Promise<VerifiedOperation> {
    const ended = (result: Verdict, why: string, findings: readonly Finding[] = []): VerifiedOperation => ({
      operation: operation.name,
      result,
      why,
      findings,
    });
    const input = await this.#argumentsFor(operation);
    if (typeof input === 'string') return ended('no_sample', input);
    if (this.requests >= this.#limit - 1) return ended('skipped', 'the limit of requests is used up');
    try {
      const response = await this.#send(operation, input);
      const { findings, fields, content } = await compareAnswer(operation, input, response);
      const own = operation.name === ownDocument ? compareDocument(response.body) : [];
      if (Array.isArray(content)) this.#rows.set(keyOf(operation, input), content);
      this.fields.seen += fields.seen;
      this.fields.of += fields.of;
      const all = [...findings, ...own];
      return { operation: operation.name, result: all.some(isBreaking) ? 'drift' : 'ok', findings: all };
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (!isVisibilityError(error) || this.#unanswered >= maxUnanswered) throw error;
      return refused(operation, error, ended);
    }
  }

  /** Arguments that request as little as possible, or why there are none. */
  async #argumentsFor(operation: Operation): Promise<Arguments | string> {
    const ids: Record<string, unknown> = {};
    for (const parameter of operation.params) {
      const found = await this.#idFor(operation, parameter, ids);
      if (typeof found === 'string') return found;
      ids[parameter] = found.id;
    }
    const example = Object.fromEntries(
      Object.entries(exampleArguments(operation)).filter(([name]) => !operation.unstated.has(name)),
    );
    const page = 'per_page' in operation.input.shape ? { page: 1, per_page: 1 } : {};
    return { ...example, ...page, ...ids };
  }

  /** A value for a path parameter, or why there is none. */
  async #idFor(operation: Operation, parameter: string, ids: Arguments): Promise<{ readonly id: unknown } | string> {
    const declaredType = operation.input.shape[parameter];
    const source = idSampleOf(operation, parameter);
    if (!source)
      return Object.hasOwn(operation.example, parameter) || !isId(declaredType)
        ? { id: exampleArguments(operation)[parameter] }
        : `no list has a value for ${parameter}`;
    const { list } = source;
    // A list of the parts of a record is read with the ids of that record.
    const above = list.params.every((name) => Object.hasOwn(ids, name)) ? pick(ids, list.params) : undefined;
    const input = above ?? (await this.#argumentsFor(list));
    if (typeof input === 'string') return input;
    const key = keyOf(list, input);
    if (!this.#rows.has(key) && whyNotAsked(list) === undefined) await this.look(list);
    const rows = this.#rows.get(key);
    if (!rows) return `${list.name} was not read`;
    const id = idSampleIn(rows, source);
    if (id !== undefined) return { id };
    return rows.length === 0 ? 'the account has none to read' : `${list.name} does not show ${parameter}`;
  }

  async #send(operation: Operation, input: Arguments, seconds = waitSeconds): ReturnType<Client['observe']> {
    try {
      const response = await this.#client.observe(operation, input, {
        waitSeconds: seconds,
        signal: this.#signal,
        // A repeated attempt counts as another request.
        beforeAttempt: async () => void this.requests++,
      });
      this.#unanswered = 0;
      return response;
    } catch (error) {
      const isLost = isVisibilityError(error) && error.code === 'unreachable' && error.status === undefined;
      this.#unanswered = isLost ? this.#unanswered + 1 : 0;
      throw error;
    }
  }
}

const keyOf = ({ name, params }: Operation, input: Arguments): string =>
  JSON.stringify([name, ...params.map((one) => input[one])]);

const pick = (from: Arguments, names: readonly string[]): Arguments =>
  Object.fromEntries(names.map((name) => [name, from[name]]));

/** Whether an argument is an id: the id in an example belongs to another account. */
const isId = (type: unknown): boolean => {
  const safe = type as { safeParse(value: unknown): { success: boolean } } | undefined;
  return safe === undefined || safe.safeParse(1).success || safe.safeParse('3f1c').success;
};

/** The result of an operation that was refused. Refusals that the catalog declares are no findings. */
function refused(
  { audience, refuses, params, status: declared }: Operation,
  { status, code }: VisibilityError,
  ended: (result: Verdict, why: string, findings?: readonly Finding[]) => VerifiedOperation,
): VerifiedOperation {
  if (status === undefined) return ended('failed', code);
  const finding: Finding = { kind: 'status', path: '', expected: String(declared), seen: String(status) };
  const isGuarded = audience.who === 'owner' || audience.who === 'admin';
  if ((isGuarded && status === audience.otherwise) || status === 403) return ended('forbidden', `answered ${status}`);
  // The record may lack the requested part, such as a report that was never made.
  if (Object.hasOwn(refuses, status) || (status === 404 && params.length > 0))
    return ended('no_sample', `answered ${status}`);
  return ended(status >= 500 || status === 429 ? 'failed' : 'drift', `answered ${status}`, [finding]);
}
