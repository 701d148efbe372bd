import { once } from 'node:events';
import { suspectCharacters } from '../../base/text/clean-text.ts';

/** The output of a command could not be written, for example because the disk is full. */
export class OutputFailed extends Error {
  override readonly name = 'OutputFailed';
}

/**
 * Writes to stdout, and waits until it is written.
 * @param kept where the result is kept, in case that it cannot be written
 * @throws OutputFailed
 */
export async function print(text: string, kept?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  process.stdout.write(`${text}\n`, (error?: NodeJS.ErrnoException | null) => {
    // `run` ends the process if the reader has closed the pipe.
    if (!error || error.code === 'EPIPE') resolve();
    else reject(new OutputFailed([`the output could not be written (${error.code})`, kept].filter(Boolean).join('; ')));
  });
  await promise;
}

/** Prints a value as one line of JSON, for programs. */
export const printJson = (value: unknown, kept?: string): Promise<void> => print(toJson(value), kept);

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
