import type { Operation } from '../../catalog/operation.ts';
import { isFields } from '../../json/is-fields.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { PlatformRefused } from '../errors/platform-refused.ts';
import { Unreachable } from '../errors/unreachable.ts';
import type { VisibilityError } from '../errors/visibility-error.ts';
import { readShortJson } from '../decoding/read-json.ts';
import { retryAfter } from './retry-after.ts';
import type { WireResponse } from './transport.ts';

/**
 * The rules of the retry policy, which `sender.ts` carries out:
 * - `isRepeatable`: which operations may be sent again after a lost connection, a timeout or a transient failure;
 * - `isTransient`: which answers (502, 503, 504) a repetition may outlive;
 * - a 429 says that nothing was carried out: any operation is sent again, after the pause that it asks for;
 * - a request of which no byte was sent is always sent again.
 * `maxAttempts` and deadlines are in `sender.ts`, pauses in `backoff.ts` and `retry-after.ts`.
 */

/** Whether sending it twice does what sending it once does, and costs nothing. */
export const isRepeatable = ({ method, effect }: Operation): boolean =>
  effect !== 'paid' && method !== 'POST' && method !== 'PATCH';

/** What an answer that is no success, by its status or by its own words, means; undefined for a success. `now` in epoch milliseconds. */
export function classifyResponse(
  operation: Operation,
  { status, headers, body }: WireResponse,
  now: number,
): VisibilityError | undefined {
  if (status >= 200 && status < 300) {
    const said = body.byteLength <= maxDenialBytes ? parsed(body) : undefined;
    return isDenial(operation, said) ? new PlatformRefused(operation, status, said) : undefined;
  }
  const parsedBody = parsed(body);
  if (status >= 400 && status < 500)
    return new PlatformRefused(operation, status, parsedBody, secondsOf(retryAfter(headers['retry-after'], now)));
  const refused = new PlatformRefused(operation, status, parsedBody);
  if (isDocumented(operation, status, refused.code)) return refused;
  if (!isRepeatable(operation)) {
    return new OutcomeUnknown(
      `The platform answered ${status}; whether it carried the call out is unknown.`,
      'It is not sent again. Look whether its effect is there before repeating it.',
      status,
    );
  }
  if (status >= 500) return new Unreachable(`The platform answered ${status}.`, 'Repeat the call later.', status);
  return new Unreachable(
    `The platform redirected (${status}); redirects are not followed.`,
    'The operator must check VISIBILITY_API_URL.',
    status,
  );
}

/** A refusal that the contract writes down for this operation says that nothing was done. */
function isDocumented(operation: Operation, status: number, code: string): boolean {
  const stated = operation.refuses[status];
  if (status === 501 || typeof stated === 'string') return true;
  // The model provider failed in the middle of the work, so that something may have been done.
  return stated !== undefined && Object.hasOwn(stated, code) && code !== 'upstream_api_error';
}

/** Whether the answer is a transient failure, which a repetition may outlive. */
export const isTransient = (operation: Operation, { status, body }: WireResponse): boolean =>
  [502, 503, 504].includes(status) &&
  !isDocumented(operation, status, new PlatformRefused(operation, status, parsed(body)).code);

/** Bytes of a success that are looked at for a denial. What is longer has content. */
const maxDenialBytes = 16 * 1024;

/** What may stand beside a denial and is no content, whatever it holds. */
const besideDenial: ReadonlySet<string> = new Set(['error', 'errors', 'meta', 'links']);

/** Whether a success says of itself that it is none, as `{success: false, message: '…'}`, and has nothing of what the call is for. */
function isDenial({ answer }: Operation, body: unknown): boolean {
  if (!isFields(body)) return false;
  const shape = 'shape' in answer ? answer.shape : {};
  const isFlag = ([name, value]: [string, unknown]): boolean =>
    ['success', 'ok'].includes(name.toLowerCase()) && value === false && !Object.hasOwn(shape, name);
  const isContent = ([name, value]: [string, unknown]): boolean =>
    !besideDenial.has(name) &&
    (typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Object.hasOwn(shape, name) && !isSaid.has(name));
  const entries = Object.entries(body);
  return entries.some(isFlag) && !entries.some(isContent);
}

/** Fields that answers have and envelopes as well. */
const isSaid: ReadonlySet<string> = new Set(['message', 'status', 'code']);

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : Math.ceil(ms / 1000));

/** Bytes of a refusal that are looked at. Of a longer one only its status counts. */
const maxRefusalBytes = 1024 * 1024;
const refusalLimits = { maxNodes: 20_000, maxKeys: 2_000, maxDepth: 8, maxBytes: 256 * 1024 };

function parsed(body: Uint8Array): unknown {
  if (body.byteLength > maxRefusalBytes) return undefined;
  try {
    return readShortJson(body, refusalLimits);
  } catch {
    return undefined;
  }
}
