import type { Readable } from 'node:stream';
import type { Admission } from './admission.ts';
import { tryLater, type HttpRefusal } from './http-refusal.ts';

export type Body =
  | { readonly kind: 'read'; readonly bytes: Buffer; /** The bytes are no longer worked on. */ release(): void }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  /** Its sender hung up. */
  | { readonly kind: 'gone' };

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Milliseconds without a new byte after which it is given up. */
  readonly bodyStallMs: number;
}

/** The shared limit under which the bytes of a body count. */
export interface CountedIn {
  readonly admission: Pick<Admission<'bytes'>, 'hold'>;
  /** Absent where callers have no identities. */
  readonly caller?: string | undefined;
}

/**
 * Reads the whole body of a request. Its bytes count from their arrival, whatever was announced, until the request is answered. Where
 * there are too many, the largest unfinished body of the caller with the most bytes is refused: large bodies compete with each other,
 * and small ones always get through.
 *
 * @param counted absent for bodies so small that connections alone bound them
 */
export function readBody(
  request: Readable,
  { maxBodyBytes, bodyStallMs }: BodyLimits,
  counted?: CountedIn,
): Promise<Body> {
  const { promise, resolve } = Promise.withResolvers<Body>();
  const chunks: Buffer[] = [];
  let length = 0;
  const holding = counted?.admission.hold('bytes', counted.caller, (exceeded) =>
    refuse(
      exceeded === 'share'
        ? tryLater(429, 'Too many large requests of one caller at a time', 2)
        : tryLater(503, 'Too many large requests at a time', 2),
    ),
  );
  const stall = setTimeout(() => refuse({ status: 408, message: 'The body did not arrive in time' }), bodyStallMs);
  const take = (chunk: Buffer): void => {
    stall.refresh();
    length += chunk.length;
    if (length > maxBodyBytes) return refuse({ status: 413, message: `The body may have ${maxBodyBytes} bytes` });
    chunks.push(chunk);
    holding?.add(chunk.length);
  };
  const finish = (): void => {
    holding?.keep();
    end({ kind: 'read', bytes: Buffer.concat(chunks), release: () => holding?.release() });
  };
  const leave = (): void => end({ kind: 'gone' });
  request
    .on('data', take)
    .once('end', finish)
    .once('close', leave)
    .on('error', () => {});
  return promise;

  function refuse(refusal: HttpRefusal): void {
    end({ kind: 'refused', refusal });
  }

  function end(body: Body): void {
    clearTimeout(stall);
    request.off('data', take).off('end', finish).off('close', leave);
    if (body.kind !== 'read') holding?.release();
    chunks.length = 0;
    resolve(body);
  }
}
