import { promisify } from 'node:util';
import codecs, { brotliDecompress, constants, inflateRaw, unzip } from 'node:zlib';
import { AttemptFailure } from './attempt-failure.ts';

type Unpack = (bytes: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>;

/** Unpacks gzip and zlib, by their own headers. With these flush modes, a response that was cut off is unpacked as far as it goes. */
const zlib: Unpack = (bytes, maxOutputLength) =>
  promisify(unzip)(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });

/** Some servers send deflate without the header of zlib, which has 8 in its first four bits. */
const deflate: Unpack = (bytes, maxOutputLength) =>
  ((bytes[0] ?? 0) & 0x0f) === 8
    ? zlib(bytes, maxOutputLength)
    : promisify(inflateRaw)(bytes, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });

const brotli: Unpack = (bytes, maxOutputLength) =>
  promisify(brotliDecompress)(bytes, { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH });

/** Not imported by name: a Node that lacks it must still get as far as the message that it is too old. */
const zstd: Unpack = (bytes, maxOutputLength) => promisify(codecs.zstdDecompress)(bytes, { maxOutputLength });

const unpacks: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', zlib],
  ['x-gzip', zlib],
  ['deflate', deflate],
  ['br', brotli],
  ['zstd', zstd],
]);

/**
 * Unpacks the body of a response that was compressed although `Accept-Encoding` asks for no compression, as RFC 9110 permits. Rejects with a
 * final `AttemptFailure` if the coding is another one, if the bytes are not of that coding, or if they unpack to more than `maxBytes`.
 *
 * undici's `interceptors.decompress` is not used: it is experimental, which it says on stderr.
 *
 * @param encoding the header `Content-Encoding`
 */
export async function unpacked(body: Uint8Array, encoding: string | undefined, maxBytes: number): Promise<Uint8Array> {
  let bytes = body;
  // The last coding was applied last. More than a few would only be sent to overload this process.
  for (const coding of (encoding ?? '').split(',', 4).toReversed())
    bytes = await withoutCoding(bytes, coding, maxBytes);
  return bytes;
}

async function withoutCoding(body: Uint8Array, name: string, maxBytes: number): Promise<Uint8Array> {
  const coding = name.trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.byteLength === 0) return body;
  const unpack = unpacks.get(coding);
  if (!unpack)
    throw new AttemptFailure(`the answer is encoded as ${coding.slice(0, 40)}, which is not supported`, 'final');
  try {
    return await unpack(body, maxBytes);
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    // Some proxies unpack a body and leave the header.
    if (!isTooLarge && /^\s*[[{]/.test(Buffer.from(body).toString('latin1', 0, 16))) return body;
    const why = isTooLarge ? `is larger than ${maxBytes} bytes` : `is not ${coding}, as it says`;
    throw new AttemptFailure(`the answer ${why}`, 'final');
  }
}
