import { setImmediate as turn } from 'node:timers/promises';
import { parseJson } from '../../json/parse-json.ts';
import { JsonPruner, type JsonLimits, type LeftUnread } from './prune-json.ts';

export interface ReadJson {
  readonly value: unknown;
  readonly leftUnread?: LeftUnread | undefined;
}

/**
 * Limits of one answer: far more than the largest page of the contract (1,000 audit rows), and still parsed and projected within 200 ms
 * on a slow core.
 */
export const answerLimits: JsonLimits = { maxNodes: 60_000, maxKeys: 5_000, maxDepth: 64, maxBytes: 4 * 1024 * 1024 };

/** Bytes scanned before the event loop can run other work. */
const pieceBytes = 512 * 1024;

/** Parses JSON without the parts that exceed the limits, and without blocking the event loop. Rejects if it is not JSON. */
export async function readJson(bytes: Uint8Array, limits: JsonLimits = answerLimits): Promise<ReadJson> {
  const { document, ...rest } = (await scanned(bytes, limits)).finish(bytes);
  if (document.byteLength > 2 * limits.maxBytes)
    throw new RangeError('one text of the answer is longer than this program reads');
  const value = parse(document);
  if (bytes.byteLength > pieceBytes) await turn();
  return { value, ...rest };
}

/** Whether a JSON document exceeds the limits. Scans it without parsing or blocking the event loop. */
export const isBeyondLimits = async (bytes: Uint8Array, limits: JsonLimits): Promise<boolean> =>
  (await scanned(bytes, limits)).isBeyond;

async function scanned(bytes: Uint8Array, limits: JsonLimits): Promise<JsonPruner> {
  const pruner = new JsonPruner(limits);
  for (let from = 0; from < bytes.byteLength; from += pieceBytes) {
    if (from > 0) await turn();
    pruner.scan(bytes, from, Math.min(bytes.byteLength, from + pieceBytes));
  }
  return pruner;
}

/** Parses a short JSON document synchronously, without the parts that exceed the limits. Throws if it is not JSON. */
export function readShortJson(bytes: Uint8Array, limits: JsonLimits): unknown {
  const pruner = new JsonPruner(limits);
  pruner.scan(bytes, 0, bytes.byteLength);
  return parse(pruner.finish(bytes).document);
}

const parse = (document: Uint8Array): unknown => parseJson(new TextDecoder().decode(document));
