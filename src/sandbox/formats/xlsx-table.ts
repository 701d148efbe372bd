import type { Buffer } from 'node:buffer';
import { inflateRawSync } from 'node:zlib';

/** Rows of the first sheet of an Excel workbook (ECMA-376: a ZIP of XML parts), empty ones left out; undefined where the bytes are none. */
export function xlsxTable(bytes: Buffer): string[][] | undefined {
  try {
    const parts = unzip(bytes);
    const strings = elements(parts.get('xl/sharedStrings.xml') ?? '', 'si').map(({ inner }) => textOf(inner));
    const sheet = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/')).toSorted()[0];
    if (sheet === undefined) return undefined;
    const rows = elements(parts.get(sheet) ?? '', 'row').map(({ inner }) => cellsOf(inner, strings));
    return rows.filter((row) => row.some((cell) => cell !== ''));
  } catch {
    return undefined;
  }
}

/** A part unpacks to this much at most, whatever a small upload claims. */
const largestPart = 32 * 1024 * 1024;

/** The XML parts by name, found through the central directory (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
function unzip(bytes: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  const end = bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    const stored = bytes.readUInt16LE(at + 10) === 0;
    if (name.endsWith('.xml'))
      parts.set(name, (stored ? packed : inflateRawSync(packed, { maxOutputLength: largestPart })).toString('utf8'));
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

function cellsOf(row: string, strings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const { attributes, inner } of elements(row, 'c')) {
    const [, letters] = /\br="([A-Z]{1,3})\d+"/.exec(attributes) ?? [];
    const shared = /\bt="s"/.test(attributes);
    const text = textOf(inner);
    cells[letters === undefined ? cells.length : column(letters)] = (
      shared ? (strings[Number(text)] ?? '') : text
    ).trim();
  }
  return Array.from(cells, (cell) => cell ?? '');
}

/** `A` is 0, `AA` is 26. */
const column = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const elements = (xml: string, name: string): { attributes: string; inner: string }[] =>
  Array.from(
    xml.matchAll(new RegExp(`<${name}(\\s[^>]*?)?(?:/>|>(.*?)</${name}>)`, 'gs')),
    ([, attributes = '', inner = '']) => ({ attributes, inner }),
  );

/** What stands in the values and texts of an element. */
const textOf = (xml: string): string =>
  [...elements(xml, 'v'), ...elements(xml, 't')]
    .map(({ inner }) =>
      inner.replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
        code ? String.fromCodePoint(Number(code)) : (entities[name] ?? all),
      ),
    )
    .join('');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
