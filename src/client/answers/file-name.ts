import { percentDecoded } from '../../base/text/percent-decoded.ts';

/** The file name of a `Content-Disposition` header (RFC 6266), without a path, control characters or leading dots. */
export function fileNameIn(disposition: string | undefined): string | undefined {
  const extended = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '');
  const rawName = extended === undefined ? (plain?.[1] ?? plain?.[2]) : percentDecoded(extended.trim());
  const name = rawName
    ?.replace(/^.*[/\\]/, '')
    .replace(/[^\p{L}\p{N} ._()+-]+/gu, '_')
    .slice(-120)
    .toWellFormed()
    .replace(/^[ .]+|[ .]+$/g, '');
  return name === '' ? undefined : name;
}
