import { readFileSync } from 'node:fs';
import { SettingError } from '../../base/setting-error.ts';

/**
 * The text in a file that a person wrote, without a byte order mark: PowerShell and editors on Windows begin files with one, and
 * neither JSON nor TypeScript has it. UTF-16, which `>` of PowerShell writes, is read as well.
 *
 * @param name of the setting or option, for the error
 * @throws SettingError where the file cannot be read
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
