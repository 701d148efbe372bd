import type { Client } from '../client/client.ts';
import type { Config } from './config/config.ts';
import { SettingError } from '../base/setting-error.ts';
import { openState } from '../state/open-state.ts';
import type { State } from '../state/state.ts';
import { connect, type Connection } from './connect.ts';
import { openExistingState, refuseForeignStore } from './existing-state.ts';
import { openPlatform } from './open-platform.ts';

export interface OpenOptions extends Pick<Connection, 'endWaits' | 'meter' | 'clock'> {
  /** A state that is open already, and stays open. Default: one of its own. */
  readonly state?: (() => Promise<State>) | undefined;
  /** Set for commands that only look at the store: a missing one is not made. */
  readonly mustExist?: boolean | undefined;
}

/** A client with its state and platform. Closing it closes them. */
export async function openClient(
  config: Config,
  { endWaits, clock, meter, state: shared, mustExist }: OpenOptions = {},
): Promise<Client> {
  if (config.platform.kind === 'remote' && !config.platform.token) throw noToken(config);
  // The state comes first: where it is missing, the embedded platform must not make files beside it.
  const state = await (shared?.() ?? (mustExist ? openExistingState(config, clock) : openState(config.state, clock)));
  const toClose: { close(): Promise<void> }[] = shared ? [] : [state];
  const close = async (): Promise<void> => {
    for (const one of toClose.toReversed()) await one.close();
  };
  try {
    if (mustExist) refuseForeignStore(config);
    const platform = await openPlatform(config);
    toClose.push(platform);
    if (!platform.token) throw noToken(config);
    const client = await connect(config, { platform, state, token: platform.token(), endWaits, clock, meter });
    toClose.push(client);
    return { ...client, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The error of a service without a token: its store holds the accounts of all callers, and only a token says which one is meant. */
const noToken = ({ auth }: Config): SettingError =>
  new SettingError(
    `no API token is set: with --auth ${auth}, each caller of http brings one, and the store holds the accounts of all. For all of them there are "credits --all" and "credits --history"; for one, set VISIBILITY_API_TOKEN_FILE to a token of that team`,
  );
