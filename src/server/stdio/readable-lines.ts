import { Transform } from 'node:stream';
import { parseJSONRPCMessage } from '@modelcontextprotocol/server';
import { jsonLimitExceeded } from '../../base/json/json-limits.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { parseJson } from '../../base/json/parse-json.ts';
import { messagesIn, normalMessages } from '../protocol/json-rpc.ts';

/** Maximum bytes of a line. The largest legitimate one contains a file of 5 MB. */
export const maxLineBytes = 10_000_000;

/** Bytes that are read from the pipe while the host reads nothing, so that the end of the pipe is noticed in time. */
const maxUnreadBytes = 1_000_000;

const newline = 10;

/** Why a line is not passed on, as an answer (JSON-RPC 2.0, section 5.1). */
export interface Refusal {
  readonly jsonrpc: '2.0';
  /** Null if no id can be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: -32_700 | -32_600; readonly message: string };
}

/**
 * Passes whole lines to the SDK's transport, each message of a batch as one. The SDK would ignore a line that is no message, and end the connection for one
 * that is too long. These are refused here instead, since their senders wait for an answer.
 * @param drained resolves when the host has read what was written, so that a host that reads nothing costs a limited amount
 * of memory
 */
export function readableLines(refuse: (refusal: Refusal) => void, drained: () => Promise<void>): Transform {
  let pieces: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    writableHighWaterMark: maxUnreadBytes,
    async transform(chunk: Buffer, _encoding, done) {
      await drained();
      for (let from = 0; from < chunk.length;) {
        const end = chunk.indexOf(newline, from);
        const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += piece.length;
        bytes += piece.length;
        if (bytes <= maxLineBytes) pieces.push(piece);
        else pieces = [];
        if (end < 0) continue;
        if (bytes <= maxLineBytes) passLine(Buffer.concat(pieces), this, refuse);
        else refuse(refusalOf(-32_600, 'Invalid Request: the line is too long'));
        [pieces, bytes] = [[], 0];
      }
      done();
    },
  });
}

function passLine(line: Buffer, lines: Transform, refuse: (refusal: Refusal) => void): void {
  const exceeded = jsonLimitExceeded(line);
  if (exceeded) return refuse(refusalOf(-32_600, `Invalid Request: ${exceeded}`));
  const text = line.toString().trim();
  if (text === '') return;
  let given: unknown;
  try {
    given = parseJson(text);
  } catch {
    return refuse(refusalOf(-32_700, 'Parse error: the line is not JSON'));
  }
  const messages = messagesIn(normalMessages(given));
  for (const message of messages.length > 0 ? messages : [given]) {
    try {
      parseJSONRPCMessage(message);
      // Trimmed: a byte order mark before it would end the SDK's reading.
      lines.push(`${JSON.stringify(message)}\n`);
    } catch {
      refuse(refusalOf(-32_600, 'Invalid Request: no JSON-RPC 2.0 message', idOf(message)));
    }
  }
}

const idOf = (message: unknown): string | number | null => {
  const id = isFields(message) ? message['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
};

const refusalOf = (code: Refusal['error']['code'], message: string, id: Refusal['id'] = null): Refusal => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
