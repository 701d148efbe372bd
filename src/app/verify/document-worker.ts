import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

/** The thread in which the platform's own document is read. It can be ended at any time. */
const text = new TextDecoder().decode(workerData as Uint8Array);

function read(): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parse(text, { maxAliasCount: 100 });
  }
}

parentPort?.postMessage(read());
