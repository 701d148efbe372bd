import type { Client } from '../client/client.ts';
import type { Fields } from '../base/json/is-fields.ts';
import type { ResourceContent } from './resource.ts';
import { wholeJson } from './whole-json.ts';
import { wholeRaw } from './whole-raw.ts';
import { isVisibilityError } from '../client/errors.ts';

/** Bytes of a file at most: in Base64 it is a third larger, and a host gets it in one message. */
const maxBytes = 5 * 1024 * 1024;

/**
 * A file or image under its own type, then its record. Only the record, which has the address, where the file is too large, is on another
 * host or cannot be downloaded now.
 */
export async function wholeFile(client: Client, record: Fields): Promise<readonly ResourceContent[]> {
  const { download_url: address, mime_type: type, size_bytes: size } = record;
  const about = wholeJson(record);
  if (typeof address !== 'string' || (typeof size === 'number' && size > maxBytes)) return [about];
  try {
    const { mime, body } = await client.download(address);
    return body.byteLength > maxBytes
      ? [about]
      : [await wholeRaw({ mime: typeof type === 'string' ? type : mime, body }), about];
  } catch (error) {
    if (!isVisibilityError(error)) throw error;
    return [about];
  }
}
