import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpacked } from '../../../../src/client/http/transport/content-encoding.ts';

const text = JSON.stringify(Array.from({ length: 500 }, (_, n) => (n * 7_919) % 1_009));
const codings = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['Deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const;
const read = async (...given: Parameters<typeof unpacked>) => Buffer.from(await unpacked(...given)).toString();

test.each(codings)('%s is unpacked up to a size, and as far as it goes if it was cut off', async (coding, pack) => {
  const packed = pack(text);
  expect(await read(packed, coding, text.length)).toBe(text);
  await expect(unpacked(packed, coding, text.length - 1)).rejects.toMatchObject({ loss: 'final' });
  await expect(unpacked(Buffer.from('no [thing]'), coding, 99)).rejects.toMatchObject({ loss: 'final' });
  if (coding === 'zstd') return;
  const begun = await read(packed.subarray(0, packed.length / 2), coding, text.length);
  expect([begun.length > 100, text.startsWith(begun)]).toEqual([true, true]);
});

test.each([
  [undefined, 'tents', 'tents'],
  [' , identity', 'tents', 'tents'],
  ['compress', '', ''],
  ['deflate,gzip', gzipSync(deflateSync('tents')), 'tents'],
  ['gzip', '\n {"unpacked": "by a proxy"}', '\n {"unpacked": "by a proxy"}'],
  ['identity,identity,identity,identity,gzip', '-', '-'],
])('what is said to be %j is read as what it is', async (coding, body, expected) => {
  expect(await read(Buffer.from(body), coding, 99)).toBe(expected);
});

test('a coding that is not known is final, whatever the body looks like', async () =>
  expect(unpacked(Buffer.from('[1]'), 'compress', 99)).rejects.toMatchObject({ loss: 'final' }));
