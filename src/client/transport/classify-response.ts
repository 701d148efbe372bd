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
 * The retry policy, which `sender.ts` applies:
 * - `isRepeatable`: operations that may be retried after a lost connection, a timeout or a transient failure;
 * - `isTransient`: answers (502, 503, 504) after which a retry may succeed;
 * - 429 means that nothing was performed: any operation is retried, after the requested pause;
 * - a request of which no byte was sent is always retried.
 * `maxAttempts` and deadlines are in `sender.ts`, pauses in `backoff.ts` and `retry-after.ts`.
 */

/** Whether an operation is idempotent and free, so that it may be sent twice. */
export const isRepeatable = ({ method, effect }: Operation): boolean =>
  effect !== 'paid' && method !== 'POST' && method !== 'PATCH';

/** The error that an unsuccessful answer means, judged by its status or a body such as `{success: false}`; undefined for a success. `now`: epoch milliseconds. */
export function classifyResponse(
  operation: Operation,
  { status, headers, body }: WireResponse,
  now: number,
): VisibilityError | undefined {
  if (status >= 200 && status < 300) {
    const parsedSuccess = body.byteLength <= maxDenialBytes ? parsed(body) : undefined;
    return isDenial(operation, parsedSuccess) ? new PlatformRefused(operation, status, parsedSuccess) : undefined;
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
  !isDocumented(operation, status, new PlatformRefused(operation, status, parsed(body)).code);

/** Maximum bytes of a 2xx body that is checked for a denial. A longer one has content. */
const maxDenialBytes = 16 * 1024;

/** Fields of a denial that do not count as content, whatever their value. */
const denialFields: ReadonlySet<string> = new Set(['error', 'errors', 'meta', 'links']);

/** Fields of a denial that do not count as content unless the operation declares them. */
const reasonFields: ReadonlySet<string> = new Set(['details', 'detail', 'debug', 'context']);

/** Whether a 2xx body denies success, as `{success: false, message: '…'}` does, and has no content of the declared answer. */
function isDenial({ answer }: Operation, body: unknown): boolean {
  if (!isFields(body)) return false;
  const shape = 'shape' in answer ? answer.shape : {};
  const isDeclared = (name: string): boolean => Object.hasOwn(shape, name);
  const isProof = (name: string): boolean => isDeclared(name) && !envelopeFields.has(name);
  const isFlag = ([name, value]: [string, unknown]): boolean =>
    ['success', 'ok'].includes(name.toLowerCase()) && value === false && !isDeclared(name);
  const isContent = ([name, value]: [string, unknown]): boolean => {
    if (denialFields.has(name)) return false;
    if (typeof value !== 'object') return isProof(name);
    const members = Object.entries(value ?? {});
    if (name === 'data' || isDeclared(name)) return members.length > 0;
    // An object or a row of another name is content only if the answer is in it.
    return (
      !reasonFields.has(name) && [value, ...members.map(([, one]) => one)].some((one) => namesIn(one).some(isProof))
    );
  };
  const entries = Object.entries(body);
  return entries.some(isFlag) && !entries.some(isContent);
}

const namesIn = (value: unknown): string[] => (isFields(value) ? Object.keys(value) : []);

/** Fields of envelopes that declared answers may have too: they do not prove content. */
const envelopeFields: ReadonlySet<string> = new Set(['message', 'status', 'code']);

const secondsOf = (ms: number | undefined): number | undefined => (ms === undefined ? undefined : Math.ceil(ms / 1000));

/** Maximum bytes of a refusal's body that are parsed. For a longer one only the status counts. */
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
