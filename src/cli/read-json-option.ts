import { textOfBytes } from '../config/text-of-bytes.ts';
import { readFile } from 'node:fs/promises';
import { SettingError } from '../config/setting-error.ts';

/** The value of an option that takes JSON, or `@FILE` that holds it. */
export async function parseInput(name: string, text: string): Promise<unknown> {
  const json = text.startsWith('@')
    ? textOfBytes(
        await readFile(text.slice(1)).catch((error: NodeJS.ErrnoException) => {
          throw new SettingError(`${name}: cannot read ${text.slice(1)} (${error.code ?? 'unreadable'})`);
        }),
      )
    : text;
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    throw new SettingError(`${name}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
