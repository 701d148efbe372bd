import { Transform } from 'node:stream';

/** Bytes of a line; below the length at which the SDK gives a connection up. The longest that is meant holds a file of 5 MB. */
const longest = 10_000_000;

const newline = 10;

/** Why a line is not handed on, as JSON-RPC 2.0 tells it (section 5.1). */
export interface Unreadable {
  readonly code: -32_700 | -32_600;
  readonly message: string;
  /** Null where no id can be read. */
  readonly id: string | number | null;
}

/**
 * Hands on the lines that hold a message. The SDK's transport would pass over anything else in silence, and whoever
 * sent it would wait for an answer; and one line longer than ten megabytes is no reason to lose all others: it is passed
 * over as it comes, without being kept.
 */
export function wholeMessages(onUnreadable: (what: Unreadable) => void): Transform {
  let held: Buffer[] = [];
  let bytes = 0;
  let over = false;

  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(newline, from);
        const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += piece.length;
        bytes += piece.length;
        if (!over && bytes > longest) {
          over = true;
          held = [];
          // Its id is somewhere in what nobody kept.
          onUnreadable({ code: -32_600, message: 'Invalid Request: the line is too long', id: null });
        }
        if (!over) held.push(piece);
        if (end < 0) continue;
        const line = over ? undefined : held.length === 1 ? piece : Buffer.concat(held);
        [held, bytes, over] = [[], 0, false];
        const wrong = line && unreadable(line);
        if (wrong) onUnreadable(wrong);
        else if (line) this.push(line);
      }
      done();
    },
  });
}

function unreadable(line: Buffer): Unreadable | undefined {
  const text = line.toString().trim();
  if (text === '') return undefined;
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return { code: -32_700, message: 'Parse error: the line is not JSON', id: null };
  }
  if (typeof said === 'object' && said !== null && 'jsonrpc' in said && said.jsonrpc === '2.0') return undefined;
  const id = typeof said === 'object' && said !== null && 'id' in said && (typeof said.id === 'string' || typeof said.id === 'number') ? said.id : null;
  const reason = Array.isArray(said) ? 'one message a line, no batch' : 'no JSON-RPC 2.0 message';
  return { code: -32_600, message: `Invalid Request: ${reason}`, id };
}
