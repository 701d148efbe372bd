import { randomUUID } from 'node:crypto';
import { defaultWaitSeconds } from '../client/calls/default-wait.ts';
import { createClient } from '../client/calls/create-client.ts';
import type { Client } from '../client/client.ts';
import type { Meter } from '../client/meter.ts';
import type { Caller } from '../client/money/budget.ts';
import type { DriftNotice } from '../client/money/reconciler.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from './config/config.ts';
import type { State } from '../state/state.ts';
import type { OpenPlatform } from './open-platform.ts';
import { secretsOf } from './secrets-of.ts';

/** What a client is connected to, and for whom. */
export interface Connection {
  readonly platform: Pick<OpenPlatform, 'apiUrl' | 'service'>;
  readonly state: State;
  readonly token: string;
  /** The caller, where there are several, with the limits that it brought. */
  readonly caller?: Caller | undefined;
  /** Once aborted, calls that wait for a job come back with its handle. */
  readonly endWaits?: AbortSignal | undefined;
  readonly meter?: Meter | undefined;
  /** Default: the machine's time. */
  readonly clock?: Clock | undefined;
}

/** The session of this process. Every client has this one: a client of its own, as for other headers, must not begin a new session. */
const session = randomUUID();

/** A client over a state and a platform that are open. Closing it leaves them open. */
export function connect(
  config: Config,
  { platform, state, token, caller, endWaits, clock, meter }: Connection,
): Promise<Client> {
  return createClient({
    apiUrl: platform.apiUrl,
    token,
    proxies: config.platform.kind === 'remote' ? config.proxies?.() : undefined,
    secrets: secretsOf(config),
    service: platform.service,
    // The embedded platform's credits are not real: they must not mix with those of a real account under one label.
    account: config.platform.kind === 'remote' ? config.account : undefined,
    label: config.label,
    caller,
    state,
    session,
    eventsCome: config.eventsSecrets !== undefined,
    budget: config.budget,
    defaultBudget: config.defaultBudget,
    consentThresholds: config.consentThresholds,
    unpriced: config.unpriced,
    pins: config.pins,
    requestsPerMinute: config.ratePerMinute,
    maxWaitSeconds: config.maxWaitSeconds ?? defaultWaitSeconds,
    secretFiles: config.secretFiles,
    endWaits,
    clock,
    meter,
    jobSpeed: config.platform.kind === 'sandbox' ? config.platform.speed : undefined,
    onDrift: (notice) => void warn(config, notice),
    onRefused: (refusal) => void report(config, { ...refusal, caller: caller?.owner }),
  });
}

/** How many charges of this process came out above their estimates. */
let drifted = 0;

async function report(config: Config, refusal: object): Promise<void> {
  const { createLog } = await import('./log.ts');
  createLog(config.logLevel, secretsOf(config)).info(refusal, 'paid call refused');
}

async function warn(config: Config, notice: DriftNotice): Promise<void> {
  drifted++;
  const { createLog } = await import('./log.ts');
  createLog(config.logLevel, secretsOf(config)).warn({ ...notice, drifted }, 'charged above the estimate');
}
