import { textOfBytes } from './text-of-bytes.ts';
import { readFileSync } from 'node:fs';
import { SettingError } from '../../base/setting-error.ts';

/** Reads the secret in a file. @throws SettingError for a file that cannot be read, or is empty */
export function readSecretFile(name: string, file: string): string {
  let content: string;
  try {
    content = textOfBytes(readFileSync(file)).trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new SettingError(`${name}: cannot read ${file} (${code})`);
  }
  if (content === '') throw new SettingError(`${name}: ${file} is empty`);
  return content;
}

/** Checks that a token has only characters that a header can carry: others would fail later, and less clearly. @throws SettingError */
export function checkToken(name: string, token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new SettingError(`${name}: contains spaces or characters that no header can carry`);
}
