import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** The style that views and reports share. */
export function reportStyle(): Promise<string> {
  const beside = new URL('views/style.css', import.meta.url);
  return readFile(existsSync(beside) ? beside : new URL('./views/page/style.css', import.meta.url), 'utf8');
}
