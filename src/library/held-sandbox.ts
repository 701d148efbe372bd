import { fixturesNames, type FixturesName, type HeldClock } from '../app/start-sandbox.ts';
import type { HeldOrder } from '../app/open-held.ts';
import { systemClock } from '../base/clock.ts';
import { withCallerStack } from './with-caller-stack.ts';
import { parseMoment } from '../app/config/parse-moment.ts';
import { SettingError } from '../base/setting-error.ts';
import type { Config } from '../app/config/config.ts';

/** Options of an embedded platform for one connection, whose time stands still: for tests of flows. */
export interface SandboxOrder {
  /** Which content it invents; the same for the same number. Default 1. */
  readonly seed?: number | undefined;
  /** ISO 8601: when its time begins. Default: now. */
  readonly clock?: string | undefined;
  /** What it holds: sample data, or beside it brands with a year of weekly runs, and articles that have aged. Default `small`. */
  readonly fixtures?: FixturesName | undefined;
}

/** The time of an embedded platform that was made for one connection. */
export interface SandboxClock {
  /** ISO 8601. */
  now(): string;
  /** Moves the time by `30s`, `15m`, `2h`, `1d` or `1w`: jobs end, and scheduled runs are made, on the way. Resolves with the new time. */
  advance(step: string): Promise<string>;
}

/** Validates the options. @throws SettingError */
export function heldOrder({ seed, clock, fixtures, ...others }: SandboxOrder): HeldOrder {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new SettingError(`connect: sandbox: no such option: ${unknown}; there are seed, clock and fixtures`);
  if (seed !== undefined && !Number.isSafeInteger(seed))
    throw new SettingError('connect: sandbox: seed is a whole number');
  if (fixtures !== undefined && !fixturesNames.includes(fixtures))
    throw new SettingError(`connect: sandbox: fixtures is one of ${fixturesNames.join(', ')}`);
  return {
    seed,
    fixtures,
    startsAt: clock === undefined ? systemClock.now() : parseMoment('connect: sandbox: clock', clock),
  };
}

/** The configuration of such a connection: its state is in memory unless one is named, and it waits for no rate limit unless one is set. */
export function configOfHeld(config: Config, options: { readonly state?: unknown; readonly rate?: unknown }): Config {
  if (config.accounts) throw new SettingError('connect: sandbox with a clock and accounts do not go together');
  return {
    ...config,
    platform: { kind: 'sandbox', data: ':memory:', speed: 1 },
    state: options.state === undefined ? ':memory:' : config.state,
    ratePerMinute: options.rate === undefined ? unlimited : config.ratePerMinute,
  };
}

/** Requests a minute. */
const unlimited = 1_000_000;

export const sandboxClock = (held: HeldClock): SandboxClock => {
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
};
