import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { maxMessageLength } from '../../base/text/bounds.ts';
import { internalFailure } from '../../tools/results/error-result.ts';
import { oneLine } from '../../base/text/one-line.ts';
import { isVisibilityError } from '../../client/errors.ts';

/** The protocol's error for a resource that cannot be read or watched. */
export function toProtocolError(uri: string, error: unknown, onDefect: (error: unknown) => void): ProtocolError {
  if (!isVisibilityError(error)) {
    onDefect(error);
    return new ProtocolError(ProtocolErrorCode.InternalError, internalFailure);
  }
  const message = shortMessage([error.message, error.next].filter(Boolean).join(' '));
  if (isMissing(error.code, error.status)) return new ResourceNotFoundError(uri, message);
  return new ProtocolError(ProtocolErrorCode.InternalError, message, {
    code: error.code,
    retry_after: error.retryAfter,
  });
}

/** Nothing exists there for this caller, or the address holds no valid id. */
const isMissing = (code: string, status: number | undefined): boolean =>
  [403, 404, 410].includes(status ?? 0) ||
  ['not_found', 'unknown_job', 'unknown_operation', 'wrong_effect', 'invalid_arguments', 'job_failed'].includes(code);

/** One line, cut to the length of a message. */
export const shortMessage = (text: string): string => oneLine(text, maxMessageLength);
