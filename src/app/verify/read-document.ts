import { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock.ts';
import { isFields, type Fields } from '../../base/json/is-fields.ts';

const maxBytes = 2_000_000;
const maxMs = 5_000;

const isSource = import.meta.url.endsWith('.ts');
const workerFile = new URL(isSource ? './document-worker.ts' : './document-worker.js', import.meta.url);

/**
 * Reads an OpenAPI document, in JSON or YAML, in a thread of its own: the text is the platform's, and some texts keep a reader of YAML busy
 * for minutes.
 *
 * @returns the document, or what came instead
 */
export async function readDocument(body: Uint8Array, clock: Clock): Promise<Fields | string> {
  if (body.byteLength > maxBytes) return 'more than 2 MB';
  const worker = new Worker(workerFile, {
    workerData: body,
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const ended = new AbortController();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  worker.once('message', resolve).once('error', () => resolve('unreadable'));
  try {
    const late = clock.sleep(maxMs, ended.signal).then(() => 'unreadable');
    late.catch(() => undefined);
    const document = await Promise.race([promise, late]);
    if (isFields(document) && isFields(document['paths'])) return document;
    return document === 'unreadable' ? document : 'another document';
  } finally {
    ended.abort();
    await worker.terminate();
  }
}
