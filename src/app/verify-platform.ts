import { families as allFamilies } from '../catalog/index.ts';
import type { Client } from '../client/index.ts';
import { type Clock, systemClock } from '../base/clock.ts';
import type { Config } from './config/config.ts';
import { SettingError } from '../base/setting-error.ts';
import { cleanDeep } from '../base/text/clean-deep.ts';
import { didYouMean } from '../base/text/nearest.ts';
import type { Verification } from './verify/verification.ts';
import type { Baseline } from './verify/baseline.ts';
import type { VerifyOptions } from './verify/verify.ts';
import { exitOf } from './secrets-of.ts';

export interface VerifyPlatformOptions extends VerifyOptions {
  /** The outcome of an earlier verification. Findings that it already has are neither reported nor counted. */
  readonly baseline?: Baseline | undefined;
}

/**
 * Compares the answers of the configured platform with what the catalog declares.
 * @throws SettingError for an unknown family, a limit that is no whole number, or an invalid baseline
 * @throws VisibilityError if the platform cannot be asked at all
 */
export async function verifyPlatform(
  config: Config,
  client: Pick<Client, 'observe'>,
  { baseline, ...options }: VerifyPlatformOptions,
  clock: Clock = systemClock,
): Promise<Verification> {
  const { families = [], limit } = options;
  const names = allFamilies.map(({ name }) => name);
  const unknown = families.find((one) => !names.includes(one));
  if (unknown !== undefined)
    throw new SettingError(`verify: no family "${unknown.slice(0, 40)}"${didYouMean(unknown, names)}`);
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1))
    throw new SettingError('verify: limit is not a whole number of at least 1');
  const { isBaseline, withBaseline } = await import('./verify/baseline.ts');
  if (baseline !== undefined && !isBaseline(baseline))
    throw new SettingError('verify: baseline is no outcome of an earlier verify');
  const { verify } = await import('./verify/verify.ts');
  const platform = config.platform.kind === 'sandbox' ? 'embedded' : new URL(config.platform.apiUrl).host;
  const outcome = published(await verify({ client, clock, platform }, options), config);
  return baseline ? withBaseline(outcome, baseline) : outcome;
}

/** The outcome in a form that may be published: without secrets of the configuration, and without control characters. */
const published = (outcome: Verification, config: Config): Verification =>
  exitOf(config).redact(cleanDeep(outcome) as Verification);
