import type { IncomingMessage } from 'node:http';
import { findOperation, operationNamed } from '../../../src/catalog/index.ts';
import { minute, type Operation } from '../../../src/catalog/vocabulary/index.ts';
import { createCall, type CallEffects } from '../handler-call.ts';
import { charge } from '../charge.ts';
import { argument, type ValidatedArguments } from '../arguments.ts';
import type { Handler, Implementation, Prepared } from '../implementation.ts';
import { authorizePathResource } from '../authorize-path-resource.ts';
import type { Kind } from '../documents.ts';
import type { RateWindows, Gauge } from './rate-windows.ts';
import { clockAddress, moveClock } from './move-clock.ts';
import type { HeldTime } from '../platform-time.ts';
import { nested, readBody, type Fields } from './read-body.ts';
import { refuse, Refusal } from './refusal.ts';
import { json, DeferredResponse, render, type HttpResponse } from './reply.ts';
import { base, type Router } from './router.ts';
import { sharedTokenIn, unlockShare } from './share-unlock.ts';
import { callerOf, noTeam, type Caller } from '../tokens.ts';
import { requireKnownField } from '../require-known-field.ts';
import { validate } from './validate.ts';
import { watchAddress, withAddress } from '../job-watch.ts';
import type { World } from '../world.ts';
import type { RequestReading } from '../../readings/apply.ts';

export interface Platform {
  readonly world: World;
  readonly router: Router;
  readonly rates: RateWindows;
  /** Requests a minute and token; 0 lifts this limit and the scoped ones. */
  readonly rate: number;
  readonly families: ReadonlyMap<string, Implementation>;
  /** Kinds of documents that the first parameter of an address names, by the segment before it. */
  readonly resources: ReadonlyMap<string, Kind<object>>;
  /** How the chosen readings of the documents change a request for an operation. */
  readonly read: (operation: Operation) => RequestReading;
  /** Waits until the platform's clock shows a time. */
  until(at: number): Promise<void>;
  /** The clock, if it stands still until it is moved. */
  readonly held: HeldTime | undefined;
}

/**
 * Answers one request. The order is the platform's: address, token, rate, audience, what the address names, validation, then
 * the family's own rules and, last, the charge, so that a refused request costs nothing.
 */
export async function answerRequest(platform: Platform, request: IncomingMessage): Promise<HttpResponse> {
  const [pathname = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s);
  const shared = sharedTokenIn(pathname);
  if (shared !== undefined) return unlockShare(platform, request.method ?? 'GET', shared);
  if (pathname === clockAddress) return moveClock(platform, request);
  if (!pathname.startsWith(`${base}/`)) return openLink(platform, pathname);
  const destination = platform.router(request.method ?? 'GET', pathname.slice(base.length));
  if (!destination) throw refuse(404, 'There is no such address.');
  if ('allow' in destination)
    throw new Refusal(
      405,
      { message: 'The address does not know this method.' },
      { allow: destination.allow.join(', ') },
    );

  const { operation, values } = destination;
  const read = platform.read(operation);
  let takeBack: (() => void) | undefined;
  try {
    const caller = authenticate(platform, operation, request);
    takeBack = platform.rate > 0 ? platform.rates(gauges(platform, operation, caller, values)) : undefined;
    return read.changeResponse(await carryOut(platform, request, { operation, values, caller, search, read }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A refused request must not use up a project's limit, such as one report in 30 minutes.
    takeBack?.();
    return read.changeResponse(refusalAnswer(error));
  }
}

/** The response to a request that was refused. */
export const refusalAnswer = ({ status, body, headers }: Refusal): HttpResponse => json(status, body, headers);

interface Authenticated {
  readonly operation: Operation;
  readonly values: Readonly<Record<string, string>>;
  readonly caller: Caller;
  readonly search: string;
  readonly read: RequestReading;
}

async function carryOut(
  platform: Platform,
  request: IncomingMessage,
  { operation, values: rawValues, caller, search, read }: Authenticated,
): Promise<HttpResponse> {
  authorize(platform, operation, caller);
  const rawBody = operation.method === 'GET' ? {} : await readBody(request);
  const question = { values: rawValues, query: nested(new URLSearchParams(search)), body: rawBody };
  const { values, query, body } = read.changeRequest(question);
  authorizePathResource(platform.world, platform.resources, operation, caller, values);
  const handled = implementationOf(platform, operation);
  const headers = headerArguments(operation, request);
  handled.checksKey?.(platform.world, { ...values, ...headers });
  const arguments_ = validate(operation, values, query, { ...body, ...headers }, handled.family.codes);
  requireKnownField(operation, arguments_);

  const call = createCall(platform.world, operation, arguments_, caller, noEffects());
  const handler = typeof handled.handler === 'function' ? handled.handler : await handled.handler.prepare(call);
  const result = perform(platform, operation, handled.family, handler, arguments_, caller, read);
  if (result instanceof DeferredResponse) await platform.until(result.at);
  platform.world.jobs.advance(platform.world, platform.world.now());
  return send(
    platform.world,
    operation,
    { ...query, ...arguments_.input },
    arguments_,
    result instanceof DeferredResponse ? result.answer() : result,
    read,
  );
}

/** Arguments that travel as headers. */
function headerArguments({ headers }: Operation, request: IncomingMessage): Fields {
  const values = Object.entries(headers).map(
    ([name, header]) => [name, request.headers[header.toLowerCase()]] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

function authenticate({ world, families }: Platform, operation: Operation, { headers }: IncomingMessage): Caller {
  const agent = headers['user-agent'] ?? null;
  const caller = callerOf(headers.authorization);
  if (caller) {
    const [role] = [...families.values()].flatMap(({ roleOf }) => roleOf?.(world.store, caller.user) ?? []);
    // docs/platform/authentication.md#teams: a token resolves to the user's current team, and a removed member has
    // none.
    return role === undefined ? { ...caller, agent, team: noTeam, role: 'member' } : { ...caller, agent, role };
  }
  if (operation.audience.who === 'public')
    return { token: '', user: 0, email: '', team: noTeam, role: 'member', admin: false, agent };
  throw refuse(401, 'This needs a valid token.');
}

function authorize({ families }: Platform, { audience, family }: Operation, caller: Caller): void {
  const openWithoutTeam = families.get(family)?.openWithoutTeam === true;
  if (caller.team === noTeam && audience.who !== 'public' && !openWithoutTeam) throw refuse(403, 'You are in no team.');
  const authorized = {
    public: true,
    member: true,
    // A gate is open to the team's administrators as well (docs/platform/authentication.md#team-roles).
    owner: caller.role === 'owner' || caller.admin || (audience.gate !== undefined && caller.role === 'admin'),
    admin: caller.admin,
  }[audience.who];
  if (!authorized)
    throw refuse(
      audience.otherwise,
      audience.gate ? `This needs the right to ${audience.gate}.` : 'This is not open to you.',
    );
}

/** Requests a minute: the general limit of docs/platform/limits.md#requests. */
const standardRate = 60;

function gauges(
  { rate, families }: Platform,
  operation: Operation,
  { token }: Caller,
  values: Readonly<Record<string, string>>,
): Gauge[] {
  const project = values[operation.params[0] ?? ''] ?? '';
  // docs/platform/limits.md#requests: the general limit is one of tokens. An operation with a larger limit of its own
  // is exempt.
  const generous = operation.limits.some(
    ({ scope, requests, per }) => scope === 'token' && requests / per > standardRate / minute,
  );
  const general: Gauge[] =
    token === '' || generous
      ? []
      : [{ limit: { bucket: 'all', requests: rate, per: minute, scope: 'token' }, key: token }];
  return [
    ...general,
    ...operation.limits.map((limit) => ({
      limit,
      key: limit.scope === 'token' ? token : project,
      body: families.get(operation.family)?.limited,
    })),
  ];
}

interface Handled {
  readonly family: Implementation;
  readonly handler: Handler | Prepared;
  readonly checksKey: ((world: World, sent: Fields) => void) | undefined;
}

/** The handler of an operation; an alias uses that of its target. */
function implementationOf({ families }: Pick<Platform, 'families'>, operation: Operation): Handled {
  const { family, name } = findOperation(operation.aliasOf ?? '') ?? operation;
  const action = name.slice(family.length + 1);
  const implementation = families.get(family);
  const handler =
    implementation && Object.hasOwn(implementation.operations, action) ? implementation.operations[action] : undefined;
  if (!implementation || !handler) throw refuse(501, `The sandbox does not carry out ${operation.name} yet.`);
  return { family: implementation, handler, checksKey: implementation.checksKey?.[action] };
}

const noEffects = (): CallEffects => ({ job: undefined, credits: undefined });

/** Runs the handler and charges its price in one transaction: 402 rolls everything back. */
function perform(
  platform: Platform,
  operation: Operation,
  family: Implementation,
  handler: Handler,
  input: ValidatedArguments,
  caller: Caller,
  read: RequestReading,
): unknown {
  const { world } = platform;
  world.jobs.advance(world, world.now());
  return world.store.atomically(() => {
    const bound = priceOf(platform, operation, input, caller);
    const effects = noEffects();
    const result = handler(createCall(world, operation, input, caller, effects));
    const credits = read.changeCharge(effects.credits ?? bound);
    charge(world, operation, input, caller, result, { ...effects, credits }, family.shortage);
    return result;
  });
}

/** The catalog's price of these arguments; 0 if it is metered or known only to the family. */
function priceOf(platform: Platform, { price }: Operation, input: ValidatedArguments, caller: Caller): number {
  if (price.kind === 'fixed') return price.credits;
  if (price.kind !== 'formula') return 0;
  const priced = { ...input.input, body: input.openBody };
  if (price.fact === undefined) return price.credits(priced) ?? 0;
  const { fact } = price;
  const factRead = operationNamed(fact.operation);
  const values = Object.fromEntries(Object.entries(fact.with).map(([to, from]) => [to, argument(input, from)]));
  const { handler } = implementationOf(platform, factRead);
  if (typeof handler !== 'function') throw new Error(`${factRead.name} is no read that a price may depend on`);
  const answer = handler(createCall(platform.world, factRead, { input: values, openBody: {} }, caller, noEffects()));
  const value = fact.value(Array.isArray(answer) ? { total: answer.length } : answer);
  return typeof value === 'number' ? (price.credits(priced, value) ?? 0) : 0;
}

function send(
  world: World,
  operation: Operation,
  fields: Fields,
  input: ValidatedArguments,
  result: unknown,
  read: RequestReading,
): HttpResponse {
  const { answer } = operation;
  const declared = answer.kind === 'list' ? (answer.perPage ?? null) : null;
  const perPage = fields['per_page'] === 'all' ? 1000 : (whole(fields['per_page']) ?? declared);
  const paging = { page: whole(fields['page']) ?? 1, perPage };
  const watched = watchAddress(world, operation, input, result);
  const content = read.changeResult(watched ? withAddress(operation, result, watched) : result);
  const sent = render(answer, operation.status, content, paging);
  return watched && 'shape' in answer && 'poll_url' in answer.shape
    ? { ...sent, headers: { ...sent.headers, location: watched } }
    : sent;
}

/** A page number or size. Any list can be paged on request; invalid values are ignored. */
const whole = (value: unknown): number | undefined =>
  /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined;

/** Addresses outside the API, such as a shared file: the last segment is the secret that grants access. */
function openLink({ families, world }: Platform, pathname: string): HttpResponse {
  world.jobs.advance(world, world.now());
  const cut = pathname.lastIndexOf('/');
  const [link] = [...families.values()].flatMap(({ links }) => links?.[pathname.slice(0, cut)] ?? []);
  const answer = link && world.store.atomically(() => link(world, pathname.slice(cut + 1)));
  if (answer) return render({ kind: 'binary', mime: answer.mime }, 200, answer, { page: 1, perPage: 1 });
  return json(404, { message: 'There is no such address.' });
}
