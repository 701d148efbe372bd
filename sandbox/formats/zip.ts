import { zipSync } from 'fflate';

/** A ZIP archive of these files, stored without compression. */
export const zip = (files: readonly { readonly name: string; readonly bytes: Uint8Array }[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes])), {
    level: 0,
    // The first day of the format: an archive of the same files is the same bytes, in every time zone.
    mtime: new Date(1980, 0, 1),
  });
