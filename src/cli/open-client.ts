import type { Client } from '../client/client.ts';
import { createClient } from '../client/create-client.ts';
import type { Config } from '../config.ts';
import { openState } from '../state/open-state.ts';
import { createLog } from './log.ts';
import { openPlatform } from './open-platform.ts';
import { secretsOf } from './secrets-of.ts';

/** The client with all it needs: state, platform, log. Closing it closes them. */
export async function openClient(config: Config): Promise<Client> {
  const state = await openState(config.state);
  const platform = await openPlatform(config).catch(async (error: unknown) => {
    await state.close();
    throw error;
  });
  const { budget, unpriced, ratePerMinute, maxWaitSeconds, unattended } = config;
  const client = createClient({
    apiUrl: platform.apiUrl,
    account: platform.account,
    token: platform.token,
    state,
    budget,
    ...(unpriced === undefined ? {} : { unpriced }),
    ratePerMinute,
    maxWaitSeconds,
    unattended,
    log: createLog(config.logLevel, secretsOf(config)),
  });
  const close = async (): Promise<void> => {
    await client.close();
    await state.close();
    await platform.close();
  };
  return {
    call: (...args) => client.call(...args),
    quote: (...args) => client.quote(...args),
    wait: (...args) => client.wait(...args),
    jobs: (...args) => client.jobs(...args),
    money: () => client.money(),
    close,
  };
}
