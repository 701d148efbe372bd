import { randomUUID } from 'node:crypto';
import type { Config } from '../app/index.ts';
import { parseMoment } from '../app/config/parse-moment.ts';
import { connectClient, opening } from '../app/open-client.ts';
import { fixturesNames, startSandbox, type FixturesName, type HeldClock } from '../app/start-sandbox.ts';
import { systemClock, type Clock } from '../base/clock.ts';
import { SettingError } from '../base/setting-error.ts';
import { openState } from '../state/open-state.ts';
import { withCallerStack } from './with-caller-stack.ts';

/** Options of an embedded platform for one connection, whose time stands still: for tests of flows. */
export interface SandboxOrder {
  /** Seed of the invented content; the same number gives the same content. Default 1. */
  readonly seed?: number | undefined;
  /** Start of its time, in ISO 8601. Default: now. */
  readonly clock?: string | undefined;
  /** Its content: sample data, or in addition brands with a year of weekly runs and older articles. Default `small`. */
  readonly fixtures?: FixturesName | undefined;
}

/** The time of an embedded platform that was made for one connection. */
export interface SandboxClock {
  /** ISO 8601. */
  now(): string;
  /** Moves the time by `30s`, `15m`, `2h`, `1d` or `1w`: jobs end on the way. Resolves with the new time. */
  advance(step: string): Promise<string>;
}

/** The other options of `connect` that such a connection uses. */
interface HeldOptions {
  readonly state?: string | undefined;
  readonly rate?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens an embedded platform in memory, and a client over it. Both use one clock, which stands still until it is moved or a
 * call waits. The state is in memory unless one is named, and there is no rate limit unless one is set.
 * @throws SettingError for an option that is unknown or malformed
 */
export async function openHeld(
  config: Config,
  { seed, clock: start, fixtures, ...others }: SandboxOrder,
  { state, rate, signal: endWaits }: HeldOptions,
) {
  if (config.accounts) throw new SettingError('connect: sandbox with a clock and accounts do not go together');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new SettingError(`connect: sandbox: no such option: ${unknown}; there are seed, clock and fixtures`);
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new SettingError('connect: sandbox: seed is a whole number');
  if (fixtures !== undefined && !fixturesNames.includes(fixtures))
    throw new SettingError(`connect: sandbox: fixtures is one of ${fixturesNames.join(', ')}`);
  const startsAt = start === undefined ? systemClock.now() : parseMoment('connect: sandbox: clock', start);
  const own: Config = {
    ...config,
    platform: { kind: 'sandbox', data: ':memory:', speed: 1 },
    state: state === undefined ? ':memory:' : config.state,
    ratePerMinute: rate === undefined ? unlimited : config.ratePerMinute,
  };
  const opened = await opening(async (toClose) => {
    const platform = toClose(await startSandbox({ seed, startsAt, fixtures, movesForRequests: true, rate: 0 }));
    const held = platform.held as HeldClock;
    const clock = clockOver(held);
    const state = toClose(await openState(own.state, clock));
    const service = { apiUrl: platform.url, service: `sandbox:${randomUUID()}` };
    const connection = { platform: service, state, token: 'sandbox-owner', endWaits, clock };
    return { client: toClose(await connectClient(own, connection)), clock, sandbox: sandboxClock(held) };
  });
  return { ...opened, config: own };
}

/** Requests a minute. */
const unlimited = 1_000_000;

/** A clock with the platform's dates. A wait for one of its events moves its time; others take real time. */
const clockOver = (held: HeldClock): Clock => ({
  now: held.now,
  steady: held.now,
  sleep: (ms, signal, options) => (options?.moves ? held.pass(ms, signal) : systemClock.sleep(ms, signal, options)),
});

function sandboxClock(held: HeldClock): SandboxClock {
  const now = (): string => new Date(held.now()).toISOString();
  return {
    now,
    advance: (step) =>
      withCallerStack(async () => {
        try {
          held.advance(step);
        } catch {
          throw new SettingError(
            `sandbox.advance: "${step}" is not a step such as 30s, 15m, 2h, 1d or 1w, of at most 400d`,
          );
        }
        return now();
      }),
  };
}
