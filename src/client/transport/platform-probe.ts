import { operation as operationNamed } from '../../catalog/index.ts';
import type { Slots } from '../../state/slots.ts';
import { encode } from '../request/encode.ts';
import { isTransient } from './classify-response.ts';
import { bucketsOf, type Throttle } from './throttle.ts';
import type { Transport } from './transport.ts';

export interface PlatformProbeDependencies {
  readonly transport: Transport;
  readonly throttle: Throttle;
  readonly slots: Slots;
  readonly requestsPerMinute: number;
  readonly signal: AbortSignal;
}

/** Maximum milliseconds that a probe waits for a rate-limit slot, and then for its answer. */
const probeTimeoutMs = 10_000;

/** Sends one free read for the circuit breaker. Resolves with whether the platform is in service. */
export async function probePlatform(dependencies: PlatformProbeDependencies): Promise<boolean> {
  const { transport, throttle, slots, requestsPerMinute, signal } = dependencies;
  const operation = operationNamed('credits.balance');
  const slot = await throttle.take({
    buckets: bucketsOf(operation, {}, requestsPerMinute),
    urgency: 'poll',
    slotWaitMs: probeTimeoutMs,
    deadline: probeTimeoutMs,
    signal,
  });
  const attempt = await transport.attempt(await encode(operation, {}), {
    timeoutMs: probeTimeoutMs,
    reuse: true,
    signal,
  });
  if (attempt.kind === 'answered') await slots.markAnswered(slot);
  else if (!attempt.sent) await slots.release(slot);
  return attempt.kind === 'answered' && !isTransient(operation, attempt.response);
}
