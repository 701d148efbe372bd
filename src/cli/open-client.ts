import type { Client } from '../client/client.ts';
import { createClient } from '../client/create-client.ts';
import type { Config } from '../config.ts';
import { openState } from '../state/open-state.ts';
import { openPlatform } from './open-platform.ts';

/** The client with all it needs, state and platform. Closing it closes them. */
export async function openClient(config: Config): Promise<Client> {
  const platform = await openPlatform(config);
  const opened: { close(): Promise<void> }[] = [platform];
  const close = async (): Promise<void> => {
    for (const one of opened.toReversed()) await one.close();
  };
  try {
    const state = await openState(config.state);
    opened.push(state);
    const { budget, timeZone: zone, unpriced, ratePerMinute, maxWaitSeconds = 45, secretFiles } = config;
    const client = await createClient({
      apiUrl: platform.apiUrl,
      token: platform.token(),
      account: platform.account,
      state,
      budget,
      zone,
      unpriced,
      requestsPerMinute: ratePerMinute,
      maxWaitSeconds,
      secretFiles,
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
      forget: (...args) => client.forget(...args),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
