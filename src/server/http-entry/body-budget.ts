import type { Readable } from 'node:stream';
import type { HttpLimits } from './http-limits.ts';
import { tryLater, type HttpRefusal } from './http-refusal.ts';

interface Reading {
  readonly caller: string | undefined;
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

type BodyLimits = Pick<
  HttpLimits,
  'maxBodyBytes' | 'maxBodyBytesTotal' | 'maxBodyBytesPerCaller' | 'smallBodyBytes' | 'bodyStallMs'
>;

/**
 * Reads request bodies within a total. Bytes count as they arrive, not as they are announced, until the
 * request is answered. Where the total is exceeded, the largest unfinished body of the caller with the most bytes is
 * refused, so that many large bodies displace each other and a small one always gets through.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #readings = new Set<Reading>();
  readonly #of = new Map<string | undefined, number>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** @param caller absent where callers have no identities */
  read(request: Readable, caller?: string): Promise<Body> {
    const { maxBodyBytes, bodyStallMs } = this.#limits;
    const { promise, resolve } = Promise.withResolvers<Body>();
    const end = (body: Body): void => {
      clearTimeout(stall);
      request.off('data', take).off('end', finish).off('close', leave);
      if (body.kind !== 'read') this.#release(reading);
      resolve(body);
    };
    const reading: Reading = {
      caller,
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
      this.#count(caller, chunk.length);
      if (reading.bytes > maxBodyBytes)
        return reading.fail({ status: 413, message: `The body may have ${maxBodyBytes} bytes` });
      this.#keepWithinLimits(caller);
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
    this.#count(reading.caller, -reading.bytes);
    reading.chunks.length = 0;
  }

  #bytesOf(caller: string | undefined): number {
    return this.#of.get(caller) ?? 0;
  }

  #count(caller: string | undefined, bytes: number): void {
    this.#total += bytes;
    const own = this.#bytesOf(caller) + bytes;
    if (own > 0) this.#of.set(caller, own);
    else this.#of.delete(caller);
  }

  #keepWithinLimits(caller: string | undefined): void {
    const { maxBodyBytesTotal, maxBodyBytesPerCaller } = this.#limits;
    while (caller !== undefined && this.#bytesOf(caller) > maxBodyBytesPerCaller) {
      const largest = this.#largest((reading) => reading.caller === caller);
      if (!largest) break;
      largest.fail(tryLater(429, 'Too many large requests of one caller at a time', 2));
    }
    while (this.#total > maxBodyBytesTotal) {
      const largest = this.#largest(() => true);
      if (!largest) break;
      largest.fail(tryLater(503, 'Too many large requests at a time', 2));
    }
  }

  /** The unfinished body that gives way: of the callers concerned, the one with the most bytes; of its bodies, the largest. */
  #largest(isConcerned: (reading: Reading) => boolean): Reading | undefined {
    let largest: Reading | undefined;
    for (const reading of this.#readings) {
      if (reading.complete || reading.bytes <= this.#limits.smallBodyBytes || !isConcerned(reading)) continue;
      const lead = this.#bytesOf(reading.caller) - this.#bytesOf(largest?.caller);
      if (!largest || lead > 0 || (lead === 0 && reading.bytes > largest.bytes)) largest = reading;
    }
    return largest;
  }
}
