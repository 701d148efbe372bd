import { strFromU8, unzipSync } from 'fflate';

/** Rows of the first sheet of an Excel workbook (ECMA-376: a ZIP of XML parts), empty ones left out; undefined where the bytes are none. */
export function xlsxTable(bytes: Uint8Array): string[][] | undefined {
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

/** Bytes that a part may unpack to, whatever a small upload claims. */
const maxPartBytes = 32 * 1024 * 1024;

/** The XML parts by name. */
function unzip(bytes: Uint8Array): Map<string, string> {
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (originalSize > maxPartBytes) throw new Error(`${name} is too large`);
      return name.endsWith('.xml');
    },
  });
  return new Map(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
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
