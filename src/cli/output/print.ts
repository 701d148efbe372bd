import { once } from 'node:events';
import { suspectCharacters } from '../../text/clean-text.ts';

/** Writes to stdout. Where its buffer is full, waits until the reader has emptied it, so that output does not pile up in memory. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

/** Prints a value as one line of JSON, for programs. */
export const printJson = (value: unknown): Promise<void> => print(toJson(value));

/** JSON in which invisible characters and those that control a terminal are escaped; it parses to the same value. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(suspectCharacters, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Writes a line to stderr: for a person, and not part of the result. */
export async function tell(text: string): Promise<void> {
  if (!process.stderr.write(`${text}\n`)) await once(process.stderr, 'drain');
}
