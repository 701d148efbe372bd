import type { Operation } from '../../catalog/operation.ts';
import { isVisibilityError } from '../errors/visibility-error.ts';
import type { Send } from '../transport/sender.ts';
import { correctedBody } from '../request/corrected-body.ts';
import type { WireRequest } from '../request/encode.ts';

/**
 * Takes up once what a platform says of a body that its documents do not show: after a 422 that names fields, the same values are
 * sent under the names that it asked for, as far as the catalog declares them. A 422 says that nothing was done, so that the
 * second request stands in the place of the first. Never for another reason, and never twice.
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
      let hasLeft = false;
      const beforeAttempt = async (): Promise<void> => {
        await sending.beforeAttempt?.();
        hasLeft = true;
      };
      try {
        return await send(operation, input, corrected, { ...sending, beforeAttempt });
      } catch (error) {
        throw hasLeft ? error : refusal;
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
