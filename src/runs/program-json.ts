import { answerLimits, isBeyondLimits, readJson, type ReadJson } from '../client/decoding/read-json.ts';

/** What JSON of a program may hold beside its length: as much as an answer of the platform, since as much is done with it. */
const programJson = { ...answerLimits, maxBytes: Infinity };

/**
 * Parses JSON that a program wrote, unless it holds so much that others would have to wait meanwhile. Nothing of it is parsed
 * then. Resolves with `malformed` for what is no JSON: the engine writes none.
 */
export async function parseProgramJson(json: string): Promise<{ readonly value: unknown } | 'beyond' | 'malformed'> {
  if (await isBeyondLimits(Buffer.from(json), programJson)) return 'beyond';
  try {
    return { value: JSON.parse(json) as unknown };
  } catch {
    return 'malformed';
  }
}

/** Bytes of a recorded result that are read. */
const maxResultBytes = 64 * 1024 * 1024;

/** Parses a recorded result. Of one that was recorded before there were bounds, what is beyond them is left unread. */
export const readResult = (json: string): Promise<ReadJson> =>
  readJson(Buffer.from(json), { ...answerLimits, maxBytes: maxResultBytes });

/** The bounds in words, as in "holds more than …". */
export const programJsonInWords = `${programJson.maxNodes} values, ${programJson.maxKeys} members of one object or ${programJson.maxDepth} levels`;
