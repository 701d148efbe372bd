import type { Raw } from '../client/reply.ts';
import { cleanText } from '../tools/projection/clean-text.ts';
import { createFence } from '../tools/projection/fence.ts';
import type { Content } from './resource.ts';

/**
 * An answer or a file as the platform gives it, under its own type. Hidden characters are taken out of texts, and prose
 * is fenced; in a CSV or JSON a fence would be no CSV or JSON any more. Anything else is bytes.
 */
export function wholeRaw({ mime, body }: Raw): Content {
  const mimeType = mime.replace(/;.*/, '').trim().toLowerCase() || 'application/octet-stream';
  if (!texts.test(mimeType)) return { mimeType, blob: Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('base64') };
  const text = cleanText(new TextDecoder().decode(body));
  if (!prose.test(mimeType)) return { mimeType, text };
  const fence = createFence();
  const fenced = fence.wrap(text);
  return { mimeType, text: `${fence.note}\n\n${fenced}` };
}

const texts = /^text\/|[/+](json|x-ndjson|ndjson|xml|yaml|x-yaml)$/;
const prose = /^text\/(plain|markdown|html)$/;
