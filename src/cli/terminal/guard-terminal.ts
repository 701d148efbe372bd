import { cleanText } from '../../base/text/clean-text.ts';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** How a guarded stream writes without its guard. */
const unguarded = new WeakMap<Output, (text: string) => boolean>();

/**
 * Cleans whatever any code writes to a terminal from now on: texts of the platform, errors of libraries, lines of the log. No control
 * sequence gets through, not even a colour. A file or a pipe is left alone.
 */
export function guardTerminal(stream: Output): void {
  if (!stream.isTTY || unguarded.has(stream)) return;
  const write = stream.write.bind(stream) as (text: string, ...rest: unknown[]) => boolean;
  unguarded.set(stream, write);
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(cleanText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')), ...rest);
}

/** Replaces the last line of a terminal: the only sequence that this program writes there is the one that erases it. */
export function writeOverLine(stream: Output, line: string): void {
  const write = unguarded.get(stream) ?? ((text: string) => stream.write(text));
  write(`\r\u001B[K${cleanText(line)}`);
}
