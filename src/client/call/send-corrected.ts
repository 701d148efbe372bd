import type { Operation } from '../../catalog/operation.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import type { Send } from '../transport/sender.ts';
import { correctedBody } from '../request/corrected-body.ts';
import type { WireRequest } from '../request/encode.ts';

/**
 * Wraps `send` to retry a request once with renamed body fields. The contract does not document every body: after a 422 that names
 * fields, the same values are sent under the requested names, if the catalog declares them. A 422 means that nothing was performed,
 * so the retry cannot duplicate the effect.
 */
export const sendCorrected =
  (send: Send): Send =>
  async (operation, input, request, sending) => {
    try {
      return await send(operation, input, request, sending);
    } catch (refusal) {
      const corrected = correctedRequest(operation, request, refusal);
      if (!corrected) throw refusal;
      await sending.onCorrected?.();
      let wasSent = false;
      const beforeAttempt = async (): Promise<void> => {
        await sending.beforeAttempt?.();
        wasSent = true;
      };
      try {
        return await send(operation, input, corrected, { ...sending, beforeAttempt });
      } catch (error) {
        throw wasSent ? error : refusal;
      }
    }
  };

function correctedRequest(operation: Operation, request: WireRequest, refusal: unknown): WireRequest | undefined {
  if (!operation.open || request.contentType !== 'application/json' || typeof request.body !== 'string')
    return undefined;
  if (!isVisibilityError(refusal) || refusal.status !== 422 || refusal.outcome !== 'rejected') return undefined;
  const body = correctedBody(operation, JSON.parse(request.body) as Record<string, unknown>, refusal.fields ?? {});
  return body && { ...request, body: JSON.stringify(body) };
}
