import { cleanText } from '../../text/clean-text.ts';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** How a guarded stream writes without its guard. */
const unguarded = new WeakMap<Output, (text: string) => boolean>();

/**
 * Cleans whatever any code writes to a terminal from now on: texts of the platform, errors of libraries, lines of the log. No control
 * sequence gets through, not even a colour; only `writeLaidOut` can style. A file or a pipe is left alone.
 */
export function guardTerminal(stream: Output): void {
  if (!stream.isTTY || unguarded.has(stream)) return;
  const write = stream.write.bind(stream) as (text: string, ...rest: unknown[]) => boolean;
  unguarded.set(stream, write);
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(cleanText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')), ...rest);
}

/** Writes what this program has laid out for a terminal: only its own styles and movements of the cursor pass. */
export function writeLaidOut(stream: Output, text: string): boolean {
  const write = unguarded.get(stream);
  return write ? write(text.split(ownSequence).map(cleanUnlessOwn).join('')) : stream.write(text);
}

/** Split by a pattern with one group, every second part is what the group matched. */
const cleanUnlessOwn = (part: string, at: number): string => (at % 2 === 1 ? part : cleanText(part));

/** The styles of node:util, and the sequences of log-update: cursor movements, erasing, synchronized output, cursor visibility. */
const ownSequence = /(\u001B\[(?:\d{1,2}m|\d{0,4}[AGBEFJK]|\?2026[hl]|\?25[hl]))/;
