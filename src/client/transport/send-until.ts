import { Unreachable } from '../errors/unreachable.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import type { Send } from './sender.ts';

/** A sender that stops when `end` is aborted: what it waits for is then refused as `Unreachable`. */
export const sendUntil =
  (send: Send, end: AbortSignal): Send =>
  async (operation, input, request, sending) => {
    const { signal } = sending;
    try {
      return await send(operation, input, request, {
        ...sending,
        signal: signal ? AbortSignal.any([signal, end]) : end,
      });
    } catch (error) {
      if (end.aborted && !signal?.aborted && !isVisibilityError(error))
        throw new Unreachable(
          'This server is shutting down.',
          'Repeat the call when it runs again; nothing was carried out.',
        );
      throw error;
    }
  };
