/** Levels of nesting of objects and lists. Arguments have a handful. */
const maxDepth = 100;

/** Commas, colons and brackets outside of strings. A list of 10,000 records of ten fields has 210,000. */
const maxTokens = 400_000;

/** Members of one object over HTTP. The largest legitimate object has a few dozen. */
export const maxHttpMembers = 1_000;

/** Messages of a JSON-RPC batch: the SDK's own limit, which it applies only after it has validated each of them. */
const maxBatch = 100;

const [quote, backslash, comma, colon, openList, closeList, openObject, closeObject] = Buffer.from(
  '"\\,:[]{}',
) as unknown as readonly number[];

/**
 * Why JSON text must not be parsed; undefined if it may be. A few bytes of brackets can take much memory once parsed, and
 * deep nesting overflows the stack of code behind the parser. The parser itself refuses text that is not JSON.
 * @param maxMembers members of one object. Default: limited only by the number of values
 * @param maxMessages elements of the outermost list. Default: messages of a batch
 */
export function jsonLimitExceeded(
  text: Buffer,
  maxMembers = Infinity,
  maxMessages: number = maxBatch,
): string | undefined {
  let depth = 0;
  let tokens = 0;
  let messages = 1;
  const members = new Uint32Array(maxDepth + 1);
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) {
      at = endOfString(text, at + 1);
    } else if (byte === openList || byte === openObject) {
      tokens++;
      if (++depth > maxDepth) return `more than ${maxDepth} levels of nesting`;
      members[depth] = 0;
    } else if (byte === closeList || byte === closeObject) {
      depth--;
    } else if (byte === comma) {
      tokens++;
      // Without a colon before its commas, the outermost value is a list: a batch.
      if (depth === 1 && ++messages > maxMessages && members[1] === 0) return `more than ${maxMessages} messages`;
    } else if (byte === colon) {
      tokens++;
      const count = (members[depth] ?? 0) + 1;
      if (count > maxMembers) return `more than ${maxMembers} members in an object`;
      members[depth] = count;
    }
    if (tokens > maxTokens) return `more than ${maxTokens} values`;
  }
  return undefined;
}

/** Position of the closing quote, or the end of the text. Byte by byte: searching for each of a million escaped quotes takes far longer. */
function endOfString(text: Buffer, from: number): number {
  for (let at = from; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return text.length;
}
