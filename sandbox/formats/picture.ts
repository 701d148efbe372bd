import { Buffer } from 'node:buffer';

/** One grey pixel: what every picture of the sandbox shows. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** How files of the picture formats begin (their specifications' signatures); RIFF files of other sorts pass for WebP. */
const signatures: readonly (readonly [mime: string, starts: string])[] = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/gif', 'GIF8'],
  ['image/webp', 'RIFF'],
];

/** The MIME type of a picture, by its first bytes; undefined where it is none. */
export const pictureType = (bytes: Uint8Array): string | undefined =>
  signatures.find(([, starts]) => Buffer.from(bytes).subarray(0, starts.length).toString('latin1') === starts)?.[0];
