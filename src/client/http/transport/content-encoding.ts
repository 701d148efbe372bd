import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';
import { AttemptFailure } from './attempt-failure.ts';

const [unpackGzip, unpackDeflate, unpackRawDeflate, unpackBrotli] = [
  promisify(gunzip),
  promisify(inflate),
  promisify(inflateRaw),
  promisify(brotliDecompress),
];

type Unpack = (bytes: Uint8Array, maxOutputLength: number, isCut: boolean) => Promise<Uint8Array>;

/** How unpacking ends: with an error if bytes are missing, or with what the bytes contain. */
const zlibEnd = (isCut: boolean): number => (isCut ? constants.Z_SYNC_FLUSH : constants.Z_FINISH);
const brotliEnd = (isCut: boolean): number =>
  isCut ? constants.BROTLI_OPERATION_FLUSH : constants.BROTLI_OPERATION_FINISH;

const gzip: Unpack = (bytes, maxOutputLength, isCut) =>
  unpackGzip(bytes, { maxOutputLength, finishFlush: zlibEnd(isCut) });

const deflate: Unpack = (bytes, maxOutputLength, isCut) =>
  // Some servers send it without the header of zlib (RFC 9110, section 8.4.1.2).
  ((bytes[0] ?? 0) % 16 === 8 ? unpackDeflate : unpackRawDeflate)(bytes, {
    maxOutputLength,
    finishFlush: zlibEnd(isCut),
  });

const brotli: Unpack = (bytes, maxOutputLength, isCut) =>
  unpackBrotli(bytes, { maxOutputLength, finishFlush: brotliEnd(isCut) });

const unpacks: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', brotli],
]);

/**
 * Unpacks the body of a response that was compressed although `Accept-Encoding` asks for no compression, as RFC 9110 permits. Rejects with a
 * final `AttemptFailure` if the coding is another one, if the bytes are not of that coding, or if they unpack to more than `maxBytes`.
 *
 * undici's `interceptors.decompress` is not used: it is experimental, which it says on stderr.
 *
 * @param encoding the header `Content-Encoding`
 * @param isCut whether the end of the body is missing
 */
export async function unpacked(
  body: Uint8Array,
  encoding: string | undefined,
  maxBytes: number,
  isCut = false,
): Promise<Uint8Array> {
  const coding = encoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity' || body.byteLength === 0) return body;
  const unpack = unpacks.get(coding);
  if (!unpack) throw new AttemptFailure(`the answer is encoded as ${coding.slice(0, 40)}, which is not read`, 'final');
  // Some proxies name a coding that they have undone.
  if (unpack === gzip && body[0] !== 0x1f) return body;
  try {
    return await unpack(body, maxBytes, isCut);
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    const why = isTooLarge ? `is larger than ${maxBytes} bytes` : `is not ${coding}, as it says`;
    throw new AttemptFailure(`the answer ${why}`, 'final');
  }
}
