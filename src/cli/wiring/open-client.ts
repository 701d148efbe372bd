import type { Clock } from '../../clock.ts';
import type { Client } from '../../client/client.ts';
import type { Meter } from '../../client/meter.ts';
import type { Config } from '../../config/config.ts';
import { SettingError } from '../../config/setting-error.ts';
import { openState } from '../../state/open-state.ts';
import type { State } from '../../state/state.ts';
import { connect } from './connect.ts';
import { openPlatform } from './open-platform.ts';

export interface OpenOptions {
  /** Once aborted, calls that wait for a job come back with its handle. */
  readonly endWaits?: AbortSignal | undefined;
  readonly meter?: Meter | undefined;
  /** A state that is open already, and stays open. Default: one of its own. */
  readonly state?: (() => Promise<State>) | undefined;
  /** Default: the machine's time. */
  readonly clock?: Clock | undefined;
}

/**
 * The client with all it needs, state and platform. Closing it closes them.
 */
export async function openClient(
  config: Config,
  { endWaits, clock, meter, state: shared }: OpenOptions = {},
): Promise<Client> {
  const platform = await openPlatform(config);
  const opened: { close(): Promise<void> }[] = [platform];
  const close = async (): Promise<void> => {
    for (const one of opened.toReversed()) await one.close();
  };
  try {
    if (!platform.token)
      throw new SettingError('no API token is set: with --auth platform, each caller of http brings one');
    const state = await (shared?.() ?? openState(config.state));
    if (!shared) opened.push(state);
    const client = await connect(config, { platform, state, token: platform.token(), endWaits, clock, meter });
    opened.push(client);
    return { ...client, close };
  } catch (error) {
    await close();
    throw error;
  }
}
