import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { invalid, refuse } from './refusal.ts';

/**
 * Larger bodies answer 413. Room for three attachments of 5 MB, the maximum of the contract.
 *
 * @internal exported for tests
 */
export const maxBodyBytes = 16 * 1024 * 1024;

export type Fields = Readonly<Record<string, unknown>>;

/** The body fields of a request: JSON, multipart, or none. */
export async function readBody(request: IncomingMessage): Promise<Fields> {
  const bytes = await collect(request);
  const type = request.headers['content-type'] ?? '';
  if (/^multipart\/form-data/i.test(type)) return readForm(bytes, type);
  if (/^application\/x-www-form-urlencoded/i.test(type)) return nested(new URLSearchParams(bytes.toString('utf8')));
  return bytes.length === 0 ? {} : readJson(bytes.toString('utf8'));
}

/** Query fields; `tags[]=a&tags[]=b`, also with numbers in the brackets, and `mapping[keyword]=0` become a list and an object. */
export function nested(pairs: Iterable<readonly [string, unknown]>): Fields {
  const fields: Record<string, unknown> = Object.create(null);
  for (const [name, value] of pairs) place(fields, name, value);
  return fields;
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // Read to the end anyway: a client that is still sending would not receive the response.
    if (size <= maxBodyBytes) chunks.push(chunk);
  }
  if (size > maxBodyBytes) throw refuse(413, `The body is larger than ${maxBodyBytes} bytes.`);
  return Buffer.concat(chunks);
}

function readJson(text: string): Fields {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid({ body: ['The body is not valid JSON.'] });
  }
  if (body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid({ body: ['The body must be a JSON object.'] });
  return { ...body };
}

async function readForm(bytes: Buffer, type: string): Promise<Fields> {
  const pairs: [string, unknown][] = [];
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) pairs.push([name, typeof value === 'string' ? value : await toUpload(value)]);
  } catch {
    throw invalid({ body: ['The body is not valid multipart/form-data.'] });
  }
  return nested(pairs);
}

const toUpload = async (file: File) => ({
  name: file.name || 'upload',
  content: Buffer.from(await file.arrayBuffer()).toString('base64'),
  encoding: 'base64',
});

function place(fields: Record<string, unknown>, name: string, value: unknown): void {
  const [, outer, inner] = /^([^[\]]+)\[(\w*)\]$/.exec(name) ?? [];
  if (outer === undefined) {
    fields[name] = Object.hasOwn(fields, name) ? [fields[name], value].flat() : value;
    return;
  }
  const existing = fields[outer];
  if (inner === undefined || /^\d*$/.test(inner)) fields[outer] = [...(Array.isArray(existing) ? existing : []), value];
  else
    fields[outer] = {
      ...(typeof existing === 'object' && existing !== null && !Array.isArray(existing) ? existing : {}),
      [inner]: value,
    };
}
