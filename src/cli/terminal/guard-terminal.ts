import { cleanText } from '../../base/text/clean-text.ts';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

/** The original write functions of guarded streams. */
const unguarded = new WeakMap<Output, (text: string) => boolean>();

/**
 * Cleans everything that any code writes to a terminal from now on: texts of the platform, errors of libraries, lines of the
 * log. Control sequences are removed, even colours. Files and pipes are unchanged.
 */
export function guardTerminal(stream: Output): void {
  if (!stream.isTTY || unguarded.has(stream)) return;
  const write = stream.write.bind(stream) as (text: string, ...rest: unknown[]) => boolean;
  unguarded.set(stream, write);
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) =>
    write(cleanText(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')), ...rest);
}

/** Replaces the last line of a terminal. The sequence that erases it is the only one that this program writes. */
export function writeOverLine(stream: Output, line: string): void {
  const write = unguarded.get(stream) ?? ((text: string) => stream.write(text));
  write(`\r\u001B[K${cleanText(line)}`);
}
