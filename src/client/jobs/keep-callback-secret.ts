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
  const [batch, secret] = [fieldOf(started, 'batch_id'), fieldOf(started, 'callback_secret')];
  if (batch !== undefined && secret !== undefined) await events.keepCallbackSecret(entry, batch, secret);
}

function fieldOf(started: unknown, name: string): string | undefined {
  if (typeof started !== 'object' || started === null) return undefined;
  const secret = (started as Record<string, unknown>)[name];
  if (typeof secret === 'string' || typeof secret === 'number') return String(secret);
  return 'data' in started ? fieldOf(started.data, name) : undefined;
}
