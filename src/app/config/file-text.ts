import { readFileSync } from 'node:fs';
import { SettingError } from '../../base/setting-error.ts';

/**
 * The text of a file that a person wrote, without the byte order mark that PowerShell and editors on Windows may add. UTF-16,
 * which `>` of PowerShell writes, is read as well.
 * @param name of the setting or option, for the error
 * @throws SettingError if the file cannot be read
 */
export function fileText(name: string, file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new SettingError(`${name}: cannot read ${file} (${code})`);
  }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}
