import type { Operation } from '../../../catalog/index.ts';
import { isNestedDeeper, parseJson } from '../../../base/json/parse-json.ts';
import { retryAfter } from './retry-after.ts';
import type { WireResponse } from './transport.ts';
import { VisibilityError } from '../../errors.ts';
import { platformRefusal } from '../platform-refusal.ts';

/**
 * The retry policy, which `sender.ts` applies:
 * - `isRepeatable`: operations that may be retried after a lost connection, a timeout or a transient failure;
 * - `isTransient`: answers (502, 503, 504) after which a retry may succeed;
 * - 429 means that nothing was performed: any operation is retried, after the requested pause;
 * - a request of which no byte was sent is always retried.
 * `maxAttempts`, deadlines and pauses are in `sender.ts` and `retry-after.ts`.
 */

/** Whether an operation is idempotent and free, so that it may be sent twice. */
export const isRepeatable = ({ method, effect }: Operation): boolean =>
  effect !== 'paid' && method !== 'POST' && method !== 'PATCH';

/** The error that the status of an answer means; undefined for a success (`answers/` judges its body). `now`: epoch milliseconds. */
export function classifyResponse(
  operation: Operation,
  { status, headers, body }: WireResponse,
  now: number,
): VisibilityError | undefined {
  if (status < 300) return undefined;
  const seconds = secondsOf(retryAfter(headers, now));
  const refused = platformRefusal(operation, status, parsed(body), seconds);
  // A gateway answers 408 while the call behind it may go on.
  if (status >= 400 && status < 500 && (status !== 408 || isRepeatable(operation))) return refused;
  if (isDocumented(operation, status, refused.code)) return refused;
  const said = refused.message.startsWith('The platform says') ? ` ${refused.message}` : '';
  const facts = refused.code === 'platform_error' ? undefined : { platform_code: refused.code };
  if (!isRepeatable(operation)) {
    return new VisibilityError(
      'outcome_unknown',
      `The platform answered ${status}; whether it carried out the call is unknown.${said}`,
      { next: 'It is not sent again. Check whether its effect is there before repeating it.', status, facts },
    );
  }
  if (status >= 500) {
    const next = seconds === undefined ? 'Repeat the call later.' : `Repeat the call in ${seconds} s.`;
    return new VisibilityError('unreachable', `The platform answered ${status}.${said}`, {
      next,
      status,
      retryAfter: seconds,
      facts,
    });
  }
  return new VisibilityError('unreachable', `The platform redirected (${status}); redirects are not followed.`, {
    next: 'The operator must check VISIBILITY_API_URL.',
    status,
  });
}

/** Whether the contract lists this refusal for the operation, which means that nothing was performed. */
function isDocumented(operation: Operation, status: number, code: string): boolean {
  const stated = operation.refuses[status];
  if (status === 501 || typeof stated === 'string') return true;
  // The model provider failed during the work, so part of it may have been performed.
  return stated !== undefined && Object.hasOwn(stated, code) && code !== 'upstream_api_error';
}

/** Whether the answer is a transient failure, after which a retry may succeed. */
export const isTransient = (operation: Operation, { status, body }: WireResponse): boolean =>
  [502, 503, 504].includes(status) &&
  !isDocumented(operation, status, platformRefusal(operation, status, parsed(body)).code);

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : Math.ceil(ms / 1000));

/** Maximum bytes, and levels, of a refusal's body that is read. Of a larger one only the status counts. */
const maxRefusalBytes = 1024 * 1024;
const maxDepth = 16;

function parsed(body: Uint8Array): unknown {
  if (body.byteLength > maxRefusalBytes) return undefined;
  try {
    const value = parseJson(new TextDecoder().decode(body));
    return isNestedDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}
