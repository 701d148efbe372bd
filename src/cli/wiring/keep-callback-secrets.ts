import type { State } from '../../state/state.ts';

/**
 * The state, which keeps the secret that the platform shows once at the start of a batch with a `callback_url` (contract 3,
 * "Callbacks"): without it a callback could not be distinguished from a forged one.
 */
export const keepingCallbackSecrets = (state: State): State => ({
  ...state,
  ledger: {
    ...state.ledger,
    async record(id, change, from) {
      const [batch, secret] = [fieldOf(change.started, 'batch_id'), fieldOf(change.started, 'callback_secret')];
      if (batch !== undefined && secret !== undefined) await state.events.keepCallbackSecret(batch, secret);
      return state.ledger.record(id, change, from);
    },
  },
});

function fieldOf(started: unknown, name: string): string | undefined {
  if (typeof started !== 'object' || started === null) return undefined;
  const found = (started as Record<string, unknown>)[name];
  if (typeof found === 'string' || typeof found === 'number') return String(found);
  return 'data' in started ? fieldOf(started.data, name) : undefined;
}
