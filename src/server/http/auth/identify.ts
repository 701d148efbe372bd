import type { IncomingMessage } from 'node:http';
import { SettingError } from '../../../base/setting-error.ts';
import { tryLater, type HttpRefusal } from '../refusal.ts';
import type { Authenticator, Credentials } from './authenticator.ts';
import type { Service, Services } from './services.ts';

/** How callers are identified and served, where each has a service of its own. */
export interface Callers {
  readonly authenticator: Authenticator;
  readonly services: Services;
}

/** The service of the sender, or a refusal. `guessed`: the sender presented a wrong token. Never rejects. */
export async function identify(
  { authenticator, services }: Callers,
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  onError: (error: unknown) => void,
): Promise<
  | { readonly service: Service; readonly credentials: Credentials }
  | { readonly refusal: HttpRefusal; readonly guessed?: true | undefined }
> {
  try {
    const admission = await authenticator.admit(headers, socket.remoteAddress);
    if (admission.kind === 'refused') return admission;
    const { credentials } = admission;
    const service = await services.of(credentials);
    return service ? { service, credentials } : { refusal: tryLater(503, 'Too many callers', 5) };
  } catch (error) {
    if (error instanceof SettingError) return { refusal: { status: 400, message: error.message } };
    onError(error);
    return { refusal: tryLater(503, 'The service of this caller cannot be opened now', 5) };
  }
}
