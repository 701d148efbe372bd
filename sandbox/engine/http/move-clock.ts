import type { IncomingMessage } from 'node:http';
import { days, iso, minutes, seconds, type HeldTime } from '../platform-time.ts';
import { callerOf } from '../tokens.ts';
import { readBody } from './read-body.ts';
import { invalid, refuse, Refusal } from './refusal.ts';
import { json, type HttpResponse } from './reply.ts';
import type { World } from '../world.ts';

/** The address at which the clock of an embedded platform is read and moved. It is not part of the contract. */
export const clockAddress = '/sandbox/clock';

const units: Readonly<Record<string, number>> = { s: seconds, m: minutes, h: 60 * minutes, d: days, w: 7 * days };

/** The longest step: everything that becomes due during it is run before the answer. */
const maxStep = 400 * days;

/**
 * Answers `GET` with the time of the clock, and moves a stopped clock on `POST {"advance": "1d"}`, a whole number of seconds,
 * minutes, hours, days or weeks. Everything that becomes due on the way is run, in order.
 *
 * @throws Refusal for everybody but the administrator (401, 403), a clock that runs (409), a step that is none (422)
 */
export async function moveClock(
  { world, held }: { readonly world: World; readonly held: HeldTime | undefined },
  request: IncomingMessage,
): Promise<HttpResponse> {
  const caller = callerOf(request.headers.authorization);
  if (!caller) throw refuse(401, 'This needs a valid token.');
  if (!caller.admin) throw refuse(403, 'The clock is moved with the token sandbox-admin.');
  if (request.method === 'POST') {
    if (!held) throw refuse(409, 'This clock is not held; a sandbox that is started with --clock has one to move.');
    advanceBy(world, held, (await readBody(request))['advance']);
  } else if (request.method !== 'GET')
    throw new Refusal(405, { message: 'The address does not know this method.' }, { allow: 'GET, POST' });
  return json(200, { now: iso(world.now()) });
}

/**
 * Moves the clock by a step such as `1d`, and runs everything that becomes due on the way.
 * @throws Refusal for an invalid step (422)
 */
export function advanceBy(world: World, held: HeldTime, step: unknown): void {
  held.advance(stepOf(step));
  world.jobs.advance(world, world.now());
}

/** Milliseconds of a step such as `1d`. */
function stepOf(advance: unknown): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(typeof advance === 'string' ? advance : '') ?? [];
  const step = Number(count) * (units[unit] ?? Number.NaN);
  if (step >= 0 && step <= maxStep) return step;
  throw invalid({ advance: ['The advance must be text such as 30s, 15m, 2h, 1d or 1w, of at most 400d.'] });
}
