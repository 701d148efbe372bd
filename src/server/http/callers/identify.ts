import type { IncomingMessage } from 'node:http';
import { SettingError } from '../../../base/setting-error.ts';
import { tryLater, type HttpRefusal } from '../refusal.ts';
import type { Authenticator, Credentials } from '../auth/authenticator.ts';
import type { CallerServer, CallerServers } from './caller-servers.ts';

/** How callers are identified and served, where each has a server of its own. */
export interface CallerLookup {
  readonly authenticator: Authenticator;
  readonly callerServers: CallerServers;
}

/** The server of the sender, or a refusal. Never rejects. */
export async function identify(
  { authenticator, callerServers }: CallerLookup,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  onError: (error: unknown) => void,
): Promise<{ readonly callerServer: CallerServer; readonly credentials: Credentials } | HttpRefusal> {
  try {
    const credentials = await authenticator.admit(headers, socket.remoteAddress);
    if ('status' in credentials) return credentials;
    const callerServer = await callerServers.of(credentials);
    return callerServer ? { callerServer, credentials } : tryLater(503, 'Too many callers', 5);
  } catch (error) {
    if (error instanceof SettingError) return { status: 400, message: error.message };
    onError(error);
    return tryLater(503, 'The service of this caller cannot be opened now', 5);
  }
}
