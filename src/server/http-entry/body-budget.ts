import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './http-limits.ts';
import { tryLater, type HttpRefusal } from './http-refusal.ts';

interface Reading {
  readonly chunks: Buffer[];
  bytes: number;
  complete: boolean;
  readonly fail: (refusal: HttpRefusal) => void;
}

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer; /** Gives the bytes back to the budget. */ release(): void }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  /** Its sender hung up. */
  | { readonly kind: 'gone' };

type BodyLimits = Pick<HttpLimits, 'maxBodyBytes' | 'maxBodyBytesTotal' | 'smallBodyBytes' | 'bodyStallMs'>;

/**
 * Reads request bodies within a total. Bytes count as they arrive, not as they are announced, until the
 * request is answered. Where the total is exceeded, the largest unfinished body is refused, so that many large bodies
 * displace each other and a small one always gets through.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #readings = new Set<Reading>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  read(request: IncomingMessage): Promise<Body> {
    const { maxBodyBytes, bodyStallMs } = this.#limits;
    const { promise, resolve } = Promise.withResolvers<Body>();
    const end = (body: Body): void => {
      clearTimeout(stall);
      request.off('data', take).off('end', finish).off('close', leave);
      if (body.kind !== 'read') this.#release(reading);
      resolve(body);
    };
    const reading: Reading = {
      chunks: [],
      bytes: 0,
      complete: false,
      fail: (refusal) => end({ kind: 'refused', refusal }),
    };
    const stall = setTimeout(
      () => reading.fail({ status: 408, message: 'The body did not arrive in time' }),
      bodyStallMs,
    );
    const take = (chunk: Buffer): void => {
      stall.refresh();
      reading.chunks.push(chunk);
      reading.bytes += chunk.length;
      this.#total += chunk.length;
      if (reading.bytes > maxBodyBytes)
        return reading.fail({ status: 413, message: `The body may have ${maxBodyBytes} bytes` });
      this.#keepWithinTotal();
    };
    const finish = (): void => {
      reading.complete = true;
      const bytes = Buffer.concat(reading.chunks);
      reading.chunks.length = 0;
      end({ kind: 'read', bytes, release: () => this.#release(reading) });
    };
    const leave = (): void => end({ kind: 'gone' });
    this.#readings.add(reading);
    request
      .on('data', take)
      .once('end', finish)
      .once('close', leave)
      .on('error', () => {});
    return promise;
  }

  #release(reading: Reading): void {
    if (!this.#readings.delete(reading)) return;
    this.#total -= reading.bytes;
    reading.chunks.length = 0;
  }

  #keepWithinTotal(): void {
    const { maxBodyBytesTotal, smallBodyBytes } = this.#limits;
    while (this.#total > maxBodyBytesTotal) {
      let largest: Reading | undefined;
      for (const reading of this.#readings) {
        if (!reading.complete && reading.bytes > smallBodyBytes && reading.bytes > (largest?.bytes ?? 0))
          largest = reading;
      }
      if (!largest) return;
      largest.fail(tryLater(503, 'Too many large requests at a time', 2));
    }
  }
}
