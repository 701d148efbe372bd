import { Transform } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { jsonLimitExceeded } from '../../json/json-limits.ts';
import { withoutNullParams } from '../json-rpc.ts';

/** Bytes of a line at most. The largest legitimate one contains a file of 5 MB. */
const maxLineBytes = 10_000_000;

/** Messages of a batch at most, as over HTTP. */
const maxBatch = 100;

/** Bytes that are read from the pipe while no frame is taken, so that the end of the pipe is noticed in time. */
const maxUnreadBytes = 1_000_000;

const newline = 10;

/** Why a line is not passed on, as a JSON-RPC 2.0 error (section 5.1). */
export interface Unreadable {
  readonly code: -32_700 | -32_600;
  readonly message: string;
  /** Null where no id can be read. */
  readonly id: string | number | null;
}

/** One line. */
export type Frame =
  | { readonly kind: 'unreadable'; readonly what: Unreadable }
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  /** Several messages; some of them may be unreadable. */
  | {
      readonly kind: 'batch';
      readonly messages: readonly JSONRPCMessage[];
      readonly unreadable: readonly Unreadable[];
    };

/**
 * Turns bytes into frames, no faster than frames are taken. A line that is no message becomes a frame as well, since its sender waits for
 * an answer. A line that is too long, nested too deeply or has too many values is not parsed.
 */
export function wholeMessages(): Transform {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let over = false;

  return new Transform({
    readableObjectMode: true,
    readableHighWaterMark: 4,
    writableHighWaterMark: maxUnreadBytes,
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length;) {
        const end = chunk.indexOf(newline, from);
        const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += piece.length;
        bytes += piece.length;
        if (!over && bytes > maxLineBytes) {
          over = true;
          pieces = [];
          // No id is known: the line is not kept.
          this.push(unreadable(invalid('the line is too long')));
        }
        if (!over) pieces.push(piece);
        if (end < 0) continue;
        const line = over ? undefined : pieces.length === 1 ? piece : Buffer.concat(pieces);
        [pieces, bytes, over] = [[], 0, false];
        const frame = line && frameOf(line);
        if (frame) this.push(frame);
      }
      done();
    },
  });
}

/** `undefined` for an empty line. */
function frameOf(line: Buffer): Frame | undefined {
  const exceeded = jsonLimitExceeded(line);
  if (exceeded) return unreadable(invalid(exceeded, idIn(line)));
  const text = line.toString().trim();
  if (text === '') return undefined;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return unreadable({ code: -32_700, message: 'Parse error: the line is not JSON', id: null });
  }
  if (!Array.isArray(document)) {
    const message = messageOf(document);
    return 'code' in message ? unreadable(message) : { kind: 'message', message };
  }
  if (document.length === 0) return unreadable(invalid('an empty batch'));
  if (document.length > maxBatch) return unreadable(invalid(`a batch may have ${maxBatch} messages`));
  const messages: JSONRPCMessage[] = [];
  const refused: Unreadable[] = [];
  for (const one of document) {
    const message = messageOf(one);
    if ('code' in message) refused.push(message);
    else messages.push(message);
  }
  return { kind: 'batch', messages, unreadable: refused };
}

/** Bytes at the beginning and the end of a line that are searched for its id. */
const headBytes = 500;

/** A text or a number as JSON allows them: without control characters, without zeros in front. */
const value = String.raw`("[^"\\\x00-\x1f]{1,100}"|0|[1-9]\d{0,14})`;
const others = String.raw`"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"`;
const atStart = new RegExp(String.raw`^\s*\{\s*(?:${others}\s*,\s*)*"id"\s*:\s*${value}\s*[,}]`);
const atEnd = new RegExp(String.raw`,\s*"id"\s*:\s*${value}\s*(?:,\s*${others}\s*)*\}\s*$`);

/**
 * The id of a message that is not parsed, if it comes before or after the parameters, where hosts write it: only next to the outermost
 * braces is it sure to be no part of the parameters. An error without the id would leave the sender waiting until its timeout.
 */
function idIn(line: Buffer): string | number | null {
  const [start, end] = [line.subarray(0, headBytes).toString(), line.subarray(-headBytes).toString()];
  const id = atStart.exec(start)?.[1] ?? atEnd.exec(end)?.[1];
  return id === undefined ? null : (JSON.parse(id) as string | number);
}

function messageOf(parsed: unknown): JSONRPCMessage | Unreadable {
  try {
    return parseJSONRPCMessage(withoutNullParams(parsed));
  } catch {
    const id =
      typeof parsed === 'object' &&
      parsed !== null &&
      'id' in parsed &&
      (typeof parsed.id === 'string' || typeof parsed.id === 'number')
        ? parsed.id
        : null;
    return invalid('no JSON-RPC 2.0 message', id);
  }
}

const unreadable = (what: Unreadable): Frame => ({ kind: 'unreadable', what });

const invalid = (reason: string, id: string | number | null = null): Unreadable => ({
  code: -32_600,
  message: `Invalid Request: ${reason}`,
  id,
});
