import { scalarText } from '../../base/json/scalar-text.ts';
import { pick } from '../http/request/path.ts';
import type { Events } from '../../state/index.ts';

/**
 * Stores the secret that the platform shows once at the start of a batch with a `callback_url`
 * (docs/platform/events.md#callbacks). It is needed to verify the signature of callbacks. Does nothing if the answer
 * has no secret.
 */
export async function keepCallbackSecret(
  events: Pick<Events, 'keepCallbackSecret'>,
  entry: string,
  started: unknown,
): Promise<void> {
  const [batch, secret] = ['batch_id', 'callback_secret'].map((name) => scalarText(pick(started, name)));
  if (batch !== undefined && secret !== undefined) await events.keepCallbackSecret(entry, batch, secret);
}
