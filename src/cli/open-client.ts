import type { Clock } from '../clock.ts';
import type { Client } from '../client/client.ts';
import type { DriftNotice } from '../client/money/drift-notice.ts';
import { createClient } from '../client/call/create-client.ts';
import type { Config } from '../config/config.ts';
import { openState } from '../state/open-state.ts';
import { openPlatform } from './open-platform.ts';
import { secretsOf } from './secrets-of.ts';

/** How many charges of this process came out above their estimates. */
let drifted = 0;

async function warn(config: Config, notice: DriftNotice): Promise<void> {
  drifted++;
  const [{ createLog }, { secretsOf }] = await Promise.all([import('./log.ts'), import('./secrets-of.ts')]);
  createLog(config.logLevel, secretsOf(config)).warn({ ...notice, drifted }, 'charged above the estimate');
}

export interface OpenOptions {
  /** Once aborted, calls that wait for a job come back with its handle. */
  readonly endWaits?: AbortSignal | undefined;
  /** Default: the machine's time. */
  readonly clock?: Clock | undefined;
}

/**
 * The client with all it needs, state and platform. Closing it closes them.
 */
export async function openClient(config: Config, { endWaits, clock }: OpenOptions = {}): Promise<Client> {
  const platform = await openPlatform(config);
  const opened: { close(): Promise<void> }[] = [platform];
  const close = async (): Promise<void> => {
    for (const one of opened.toReversed()) await one.close();
  };
  try {
    const state = await openState(config.state);
    opened.push(state);
    const {
      budget,
      defaultBudget,
      confirmBeyond,
      timeZone: zone,
      unpriced,
      ratePerMinute,
      maxWaitSeconds = 45,
      secretFiles,
    } = config;
    const client = await createClient({
      apiUrl: platform.apiUrl,
      token: platform.token(),
      secrets: secretsOf(config),
      service: platform.service,
      // The embedded platform's money is nobody's: a label for a real account must not mix with it.
      account: config.platform.kind === 'remote' ? config.account : undefined,
      state,
      budget,
      defaultBudget,
      askBeyond: confirmBeyond,
      zone,
      unpriced,
      requestsPerMinute: ratePerMinute,
      maxWaitSeconds,
      secretFiles,
      endWaits,
      ...(clock ? { clock } : {}),
      jobSpeed: config.platform.kind === 'sandbox' ? config.platform.speed : undefined,
      onDrift: (notice) => void warn(config, notice),
    });
    opened.push(client);
    return {
      call: (...args) => client.call(...args),
      quote: (...args) => client.quote(...args),
      wait: (...args) => client.wait(...args),
      download: (...args) => client.download(...args),
      jobs: (...args) => client.jobs(...args),
      money: () => client.money(),
      reconcile: () => client.reconcile(),
      acceptBalance: () => client.acceptBalance(),
      forget: (...args) => client.forget(...args),
      records: () => client.records(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
