import { isUtf8 } from 'node:buffer';

/** The character set of a text, by its byte order mark or the parameter of its media type. */
export function charsetOf(body: Uint8Array, mime: string): string {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return /charset="?([\w.:-]+)/i.exec(mime)?.[1] ?? 'utf-8';
}

/**
 * A text in UTF-8. One that is UTF-8 already, whatever its media type says, and one in an unknown character set, is returned as it is.
 */
export function inUtf8(body: Uint8Array, mime: string): Uint8Array {
  const charset = charsetOf(body, mime);
  if (/^utf-?8$/i.test(charset) || (!/^utf-?16/i.test(charset) && isUtf8(body))) return body;
  try {
    return Buffer.from(new TextDecoder(charset).decode(body));
  } catch {
    return body;
  }
}
